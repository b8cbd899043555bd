// Ids of manual transactions and of notes. Chosen before the action, so that a repeated request acts once.

export function newTransactionId(): string {
  return `manual-${randomText(10)}`
}

export function newOrderId(): string {
  return `order-${randomText(10)}`
}

export function newNoteId(): string {
  return `note-${randomText(12)}`
}

/** Letters and digits that are easy to distinguish. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
