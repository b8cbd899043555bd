// Scopes and operations of a credential in words.
import { codeText } from '../../format/text.ts'
import { t, tn } from '../../language/text.ts'

const special: Readonly<Record<string, string>> = {
  ALL: t('All operations'),
  UNMASK: t('Unmasked account numbers'),
  FULL: t('Full access'),
  PAYMENTS: t('Payments without refunds'),
  READ_ONLY: t('Read only'),
  SELECTED: t('Selected operations'),
}

export const scopeAbout = {
  FULL: t('Every operation, including those of later versions.'),
  PAYMENTS: t('Every operation except refunds.'),
  READ_ONLY: t('Retrieves orders, transactions, events and tokens. Changes nothing.'),
  SELECTED: t('Only the operations you choose.'),
} as const

export function scopeLabel(word: string): string {
  return special[word] ?? codeText(word)
}

/** "Capture, Refund", or the first few and how many more. */
export function scopeText(operations: readonly string[], shownMax = 2): string {
  const words = operations.map(scopeLabel)
  const more = words.length - shownMax
  if (more <= 0) return words.join(', ')
  const shown = words.slice(0, shownMax).join(', ')
  return tn(more, '{operations} and {count} more', '{operations} and {count} more', { operations: shown })
}
