// What the payer sees of a card's brand while typing: its mark, its name, and its security code.

/** @typedef {{ label: string, file: string, codeLengths: readonly number[], isCodeNeeded: boolean }} Brand */

/** @param {string} label @param {string} file @param {number} [codeLength] @param {boolean} [isCodeNeeded] @returns {Brand} */
function brand(label, file, codeLength = 3, isCodeNeeded = true) {
  return { label, file, codeLengths: codeLength === 0 ? [] : [codeLength], isCodeNeeded }
}

/** @type {Brand} */
const unknown = { label: '', file: 'brand-unknown.svg', codeLengths: [3, 4], isCodeNeeded: false }

/** @type {Readonly<Record<string, Brand>>} */
export const brands = {
  AMEX: brand('American Express', 'brand-amex.svg', 4),
  CHINA_UNIONPAY: brand('UnionPay', 'brand-china-unionpay.svg'),
  DINERS_CLUB: brand('Diners Club', 'brand-diners-club.svg'),
  DISCOVER: brand('Discover', 'brand-discover.svg'),
  JCB: brand('JCB', 'brand-jcb.svg'),
  // Some of its cards have no code printed on them, those of the airlines never.
  MAESTRO: brand('Maestro', 'brand-maestro.svg', 3, false),
  MASTERCARD: brand('Mastercard', 'brand-mastercard.svg'),
  RUPAY: brand('RuPay', 'brand-rupay.svg'),
  UATP: brand('UATP', 'brand-uatp.svg', 0, false),
  VISA: brand('Visa', 'brand-visa.svg'),
}

/** @param {string | undefined} name @returns {Brand} */
export function brandCalled(name) {
  return brands[name ?? ''] ?? unknown
}
