// Reads where a payer's browser posts which values for a challenge, from the page that the upstream gives to merchants. The
// page itself, with its scripts, is not passed on.
import type { Challenge } from '../../payments/index.ts'

/** Undefined unless the page has exactly one form, which posts to an HTTPS address. */
export function readChallengeForm(page: string): Challenge | undefined {
  const tags = tagsOf(page)
  const [form, ...others] = tags.filter(({ name }) => name === 'form')
  if (!form || others.length > 0 || form.attributes.get('method')?.toLowerCase() !== 'post') return undefined
  const url = form.attributes.get('action') ?? ''
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return undefined
  const hidden = tags.filter(({ name, attributes }) => name === 'input' && attributes.get('type') === 'hidden')
  return {
    url,
    fields: Object.fromEntries(
      hidden.map(({ attributes }) => [attributes.get('name') ?? '', attributes.get('value') ?? '']),
    ),
  }
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const tagPattern = /<(form|input)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/?>/gi
const attributePattern = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/gi

function tagsOf(page: string): readonly Tag[] {
  return [...page.matchAll(tagPattern)].map(([, name = '', text = '']) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...text.matchAll(attributePattern)].map(([, key = '', double, single = '']) => [
        key.toLowerCase(),
        unescaped(double ?? single),
      ]),
    ),
  }))
}

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (all, hex?: string, decimal?: string, name = '') => {
      const named = entities[name.toLowerCase()]
      if (hex === undefined && decimal === undefined) return named ?? all
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    },
  )
}
