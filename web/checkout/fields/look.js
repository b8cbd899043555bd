// How a field of the merchant's page looks and what it is called, for the frame that takes its place.
import { copiedProperties } from './style-properties.js'

/** @param {HTMLInputElement | HTMLSelectElement} own
 * @returns {import('./messages.js').Look} */
export function lookOf(own) {
  const computed = getComputedStyle(own)
  return {
    base: Object.fromEntries(copiedProperties.map((name) => [name, computed.getPropertyValue(name)])),
    label: labelOf(own),
    placeholder: own instanceof HTMLInputElement ? own.placeholder : '',
    language: own.closest('[lang]')?.getAttribute('lang') ?? '',
    direction: computed.direction,
    isDisabled: own.disabled,
    ...(own instanceof HTMLSelectElement && {
      options: [...own.options].map(({ value, text }) => ({ value, text })),
    }),
  }
}

/** In the order in which a browser looks for a name.
 * @param {HTMLInputElement | HTMLSelectElement} own */
function labelOf(own) {
  const ids = own.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const named = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  const labels = [...(own.labels ?? [])].map(({ textContent }) => textContent ?? '').join(' ')
  const names = [named, own.getAttribute('aria-label'), labels, own.title, own.getAttribute('placeholder'), own.name]
  const text = names.find((each) => each?.trim()) ?? 'Payment field'
  return text.replace(/\s+/g, ' ').trim().slice(0, 100)
}
