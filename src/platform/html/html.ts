// The only way to make markup: a template whose every value becomes text, unless it came out of this template itself.

/** A symbol cannot come out of JSON or a form, so that input can never pass for markup. */
const markup = Symbol('markup')

export interface Html {
  readonly [markup]: string
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** Attribute values must stand in double quotes, which a test of every page checks. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { [markup]: String.raw({ raw: strings }, ...values.map(textOf)) }
}

type AttributeValue = string | number | boolean | undefined

/** Attributes, each after a space; true writes one without a value, false and undefined leave it out. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  const written = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === false) return ''
    return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`
  })
  return { [markup]: written.join('') }
}

export function textOfHtml(made: Html): string {
  return made[markup]
}

function textOf(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return markup in value ? value[markup] : value.map(textOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
