// Fills in a form at once, as browsers do that know the payer's cards. Typed by keys, field by field, a card would take a busy
// machine as long as loading the page; what keys do is tested where they are the subject.
import { eventually } from '../checks/poll.ts'
import { ask, type PageOrFrame } from './in-page.ts'

/** By the names of the fields, once the scripts of the page are there. */
export async function autofill(
  place: PageOrFrame,
  form: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const missing = await eventually(() => ask<readonly string[]>(place, fillIn(form, values)))
  if (missing.length > 0) throw new Error(`the form has no ${missing.join(', ')}`)
}

/** Returns the fields that the form lacks, and nothing as long as it is being loaded. */
function fillIn(form: string, values: Readonly<Record<string, string>>): string {
  return `(() => {
    const elements = document.querySelector(${JSON.stringify(form)})?.elements
    if (!elements || document.readyState !== 'complete') return undefined
    const values = Object.entries(${JSON.stringify(values)})
    const missing = values.map(([name]) => name).filter((name) => !elements.namedItem(name))
    if (missing.length > 0) return missing
    for (const [name, value] of values) {
      const field = elements.namedItem(name)
      field.focus()
      field.value = value
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    }
    return []
  })()`
}
