import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AcquirerBooks, BookEntry } from '../../payments/ports/acquirer-books.ts'
import { mergeBooks } from './merge-books.ts'

function booksOf(references: readonly string[]): AcquirerBooks {
  const entries = references.map((reference) => ({ reference }) as BookEntry)
  return {
    list: async ({ afterReference = '', limit }) =>
      entries.filter(({ reference }) => reference > afterReference).slice(0, limit),
  }
}

it('the merged books of two revisions list every entry once and in order, page by page', async () => {
  const merged = mergeBooks([booksOf(['a', 'c', 'd', 'g']), booksOf(['b', 'c', 'e']), booksOf([])])
  const seen: string[] = []
  for (;;) {
    const page = await merged.list({ acquirerMerchantId: 'M', afterReference: seen.at(-1) ?? '', limit: 2 })
    if (page.length === 0) break
    seen.push(...page.map(({ reference }) => reference))
  }
  assert.deepEqual(seen, ['a', 'b', 'c', 'd', 'e', 'g'])
})
