// Scopes and operations of a credential in words.
import { codeText } from '../../format/text.ts'

const special: Readonly<Record<string, string>> = {
  ALL: 'All operations',
  UNMASK: 'Unmasked account numbers',
  FULL: 'Full access',
  PAYMENTS: 'Payments without refunds',
  READ_ONLY: 'Read only',
  SELECTED: 'Selected operations',
}

export const scopeAbout = {
  FULL: 'Every operation, including those of later versions.',
  PAYMENTS: 'Every operation except refunds.',
  READ_ONLY: 'Retrieves orders, transactions, events and tokens. Changes nothing.',
  SELECTED: 'Only the operations you choose.',
} as const

export function scopeLabel(word: string): string {
  return special[word] ?? codeText(word)
}

/** "Capture, Refund", or the first few and how many more. */
export function scopeText(operations: readonly string[], shownMax = 2): string {
  const words = operations.map(scopeLabel)
  const more = words.length - shownMax
  return more > 0 ? `${words.slice(0, shownMax).join(', ')} and ${more} more` : words.join(', ')
}
