// What the payer has typed into the shop's own forms, over a trip to the payment page and back. Never a card.

/** @typedef {{ name: string, index: number, value?: string, isChecked?: boolean, chosen?: string[] }} KeptField */

const typesLeftOut = ['password', 'file', 'submit', 'button', 'image', 'reset', 'hidden']
const cardLikeName = /card.?(num|no\b)|\bpan\b|cvv|cvc|csc|security.?code/i

/** @returns {KeptField[]} */
export function saveFormFields() {
  return namedFields().flatMap(({ field, name, index }) => (isCardLike(field) ? [] : [keep(field, name, index)]))
}

/**
 * @param {unknown} data what saveFormFields returned
 * @returns {void}
 */
export function restoreFormFields(data) {
  if (!Array.isArray(data)) return
  const fields = namedFields()
  for (const kept of /** @type {readonly Partial<KeptField>[]} */ (data)) {
    const found = fields.find(({ name, index }) => name === kept?.name && index === kept?.index)
    if (found) restore(found.field, kept)
  }
}

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * Fields in the order of the page; where several have one name, they are counted.
 * @returns {{ field: Field, name: string, index: number }[]}
 */
function namedFields() {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const found = /** @type {NodeListOf<Field>} */ (document.querySelectorAll('input, select, textarea'))
  return [...found].flatMap((field) => {
    const name = field.name || field.id
    if (name === '' || typesLeftOut.includes(field.type)) return []
    const index = counts.get(name) ?? 0
    counts.set(name, index + 1)
    return [{ field, name, index }]
  })
}

/**
 * Shops should have no such field on a page that uses Checkout; where one does, its content stays out of the storage.
 * @param {Field} field
 */
function isCardLike(field) {
  const words = [field.name, field.id, field.getAttribute('aria-label') ?? '', field.getAttribute('placeholder') ?? '']
  if (/(^|\s)(cc-|one-time-code|current-password|new-password)/.test(field.autocomplete)) return true
  return words.some((word) => cardLikeName.test(word)) || isCardNumber(field.value)
}

/** @param {string} value */
function isCardNumber(value) {
  const digits = value.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (1 + (index % 2))
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * @param {Field} field
 * @param {string} name
 * @param {number} index
 * @returns {KeptField}
 */
function keep(field, name, index) {
  if (field instanceof HTMLSelectElement)
    return { name, index, chosen: [...field.selectedOptions].map(({ value }) => value) }
  if (isSwitch(field)) return { name, index, isChecked: field.checked }
  return { name, index, value: field.value }
}

/**
 * @param {Field} field
 * @param {Partial<KeptField>} kept
 */
function restore(field, { value, isChecked, chosen }) {
  if (field instanceof HTMLSelectElement) {
    if (!Array.isArray(chosen)) return
    for (const option of field.options) option.selected = chosen.includes(option.value)
  } else if (isSwitch(field)) {
    if (typeof isChecked === 'boolean') field.checked = isChecked
  } else if (typeof value === 'string') field.value = value
}

/**
 * @param {Field} field
 * @returns {field is HTMLInputElement}
 */
function isSwitch(field) {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}
