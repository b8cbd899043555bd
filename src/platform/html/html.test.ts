import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/builders/any-character.ts'
import { attributes, type Html, html, textOfHtml } from './html.ts'

describe('the template of markup', () => {
  it('turns every value into text, in content and in attributes', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('<', '>', '"', "'", '&', ';'),
            fc.string({ unit: anyCharacter, maxLength: 1 }),
          ),
        }),
        (text) => {
          const written = textOfHtml(html`<p title="${text}"${attributes({ lang: text })}>${text}</p>`)
          const [, title, lang, content] =
            /^<p title="([^"<>']*)" lang="([^"<>']*)">([^"<>']*)<\/p>$/s.exec(written) ?? []
          for (const part of [title, lang, content]) assert.equal(part === undefined ? part : read(part), text)
        },
      ),
    )
  })

  it('keeps its own markup, alone or in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    assert.equal(textOfHtml(html`<ul>${items}</ul>`), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  it('takes no data for markup, whatever shape it has', () => {
    const data = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as Html
    assert.throws(() => html`${data}`)
  })

  it('leaves out undefined values', () => {
    assert.equal(textOfHtml(html`<p>${false}${undefined}${null}${0}</p>`), '<p>0</p>')
    assert.equal(textOfHtml(attributes({ a: false, b: undefined, c: true, d: 0 })), ' c d="0"')
  })
})

function read(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => signs[entity] ?? '')
}
