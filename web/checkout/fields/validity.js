// What a page learns of a field while it is filled in, in the words that pages know: never what was typed.

/** @typedef {{ isValid: boolean, hasError: boolean, errorReason?: 'EMPTY' | 'INVALID_VALUE' }} Validity */
/** @typedef {{ status: 'SUPPORTED' | 'INSUFFICIENT_LENGTH', brand?: string }} CardType */

/** @param {import('./messages.js').FieldState} state
 * @returns {Validity} */
export function validityOf({ isEmpty, isValid }) {
  if (isValid) return { isValid, hasError: false }
  return { isValid, hasError: true, errorReason: isEmpty ? 'EMPTY' : 'INVALID_VALUE' }
}

/** Whether the merchant takes the brand is seen when the card is stored.
 * @param {string} brand
 * @returns {CardType} */
export function cardTypeOf(brand) {
  return brand === 'UNKNOWN' ? { status: 'INSUFFICIENT_LENGTH' } : { status: 'SUPPORTED', brand }
}
