// Codes of the gateway as words of the user's language.

import * as labels from '../../../../src/kernel/labels.ts'
import type { DisputeState } from '../../../../src/kernel/order-status.ts'
import { t } from '../language/text.ts'

/** PARTIALLY_CAPTURED becomes "Partially captured". */
export const codeText = (code: string) => t(labels.codeText(code))

/** PARTIALLY_CAPTURED becomes "partially captured". */
export const wordsInSentence = (code: string) => t(labels.wordsInSentence(code))

export const typeText = (type: string) => t(labels.typeText(type))

export const disputeText = (state: DisputeState) => t(labels.disputeText(state))

/** Of an order whose only transaction has none: it has no status. */
export function noOutcomeText(): string {
  return t('No outcome yet')
}
