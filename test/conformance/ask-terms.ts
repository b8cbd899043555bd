// The terms under which tests ask an acquirer when time is not their subject.
import type { SendDeadline } from '../../src/payments/ports/acquirer.ts'

export const withoutDeadline: SendDeadline = { sendBefore: Number.POSITIVE_INFINITY }
