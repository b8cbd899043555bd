// Makes a field look like the merchant's own. Values come from a stranger's page: each is set as one property of a rule,
// and only properties that cannot reach out of the field or load anything are set at all.
import { styledProperties } from './style-properties.js'

/** @typedef {import('./messages.js').Look} Look */
/** @typedef {import('./messages.js').Style} Style */

const lengthMax = 300

const sheet = new CSSStyleSheet()
/** In the order in which they win. */
const selectors = {
  base: '#field',
  placeholderShown: '#field:placeholder-shown',
  placeholder: '#field::placeholder',
  hover: '#field:hover',
  focus: '#field:focus',
}
sheet.replaceSync(
  Object.values(selectors)
    .map((selector) => `${selector} {}`)
    .join('\n'),
)
document.adoptedStyleSheets = [sheet]

/** @param {HTMLInputElement | HTMLSelectElement} control @param {Look} look */
export function applyLook(control, { base, label, placeholder, language, direction, isDisabled }) {
  applyStyle('base', base)
  const name = String(label)
  control.setAttribute('aria-label', name)
  document.title = name
  if (control instanceof HTMLInputElement) control.placeholder = String(placeholder)
  control.disabled = isDisabled === true
  const root = document.documentElement
  if (/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$/.test(String(language))) root.lang = language
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr'
  // A frame with another scheme than its page would get an opaque ground.
  root.style.setProperty('color-scheme', String(base['color-scheme'] ?? 'normal'))
}

/** @param {keyof typeof selectors} state @param {Style} style */
export function applyStyle(state, style) {
  const rule = sheet.cssRules[Object.keys(selectors).indexOf(state)]
  if (!(rule instanceof CSSStyleRule) || typeof style !== 'object' || style === null) return
  for (const [name, value] of Object.entries(style)) {
    const text = String(value)
    if (styledProperties.has(name) && text.length <= lengthMax && !/url|image|@|\\/i.test(text))
      rule.style.setProperty(name, text)
  }
}
