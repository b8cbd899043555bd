// The terms under which tests ask an acquirer when time is not their subject.
import type { AskTerms } from '../../src/ports/acquirers/acquirer.ts'

export const withoutDeadline: AskTerms = { sendBefore: Number.POSITIVE_INFINITY }
