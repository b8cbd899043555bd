// Operations of a credential in words.
import { codeText } from '../../format/text.ts'

const special: Readonly<Record<string, string>> = { ALL: 'All operations', UNMASK: 'Unmasked account numbers' }

export function scopeLabel(operation: string): string {
  return special[operation] ?? codeText(operation)
}

/** "Capture, Refund", or the first few and how many more. */
export function scopeText(operations: readonly string[], shownMax = 2): string {
  const words = operations.map(scopeLabel)
  const more = words.length - shownMax
  return more > 0 ? `${words.slice(0, shownMax).join(', ')} and ${more} more` : words.join(', ')
}
