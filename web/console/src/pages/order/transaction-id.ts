// Names for what people do by hand. Chosen before the deed, so that doing it twice does it once.

export function newTransactionId(): string {
  return `hand-${randomText(10)}`
}

export function newOrderId(): string {
  return `hand-${randomText(10)}`
}

/** Letters and digits that nobody mistakes for one another. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
