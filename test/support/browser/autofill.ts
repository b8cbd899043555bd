// Fills in a form at once, as browsers do that know the payer's cards. Typed by keys, field by field, a card would take a busy
// machine as long as loading the page; what keys do is tested where they are the subject.
import type { Locator } from 'playwright-core'
import { eventually } from '../checks/poll.ts'

interface Field {
  value: string
  focus(): void
  dispatchEvent(event: object): void
}
interface Form {
  readonly ownerDocument: { readonly readyState: string }
  readonly elements: { namedItem(name: string): Field | null }
}

/** By the names of the fields, once the scripts of the page are there. */
export async function autofill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  const missing = await eventually(() => form.evaluate(fillIn, values))
  if (missing.length > 0) throw new Error(`the form has no ${missing.join(', ')}`)
}

/** Runs in the page. Returns the fields that it lacks, and nothing as long as it is being loaded. */
function fillIn(element: unknown, values: Readonly<Record<string, string>>): readonly string[] | undefined {
  const form = element as Form
  if (form.ownerDocument.readyState !== 'complete') return undefined
  const missing = Object.keys(values).filter((name) => !form.elements.namedItem(name))
  if (missing.length > 0) return missing
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    field?.focus()
    if (field) field.value = value
    for (const event of ['input', 'change']) field?.dispatchEvent(new Event(event, { bubbles: true }))
  }
  return []
}
