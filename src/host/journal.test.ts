// The files of the host's books: what is rewritten gives the same books, also when the host ends between any two steps.
import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { HostBooks, type JournalRecord } from './books.ts'
import type { RecordedMessage } from './entry.ts'
import { openJournal, readJournal } from './journal.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-journal-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const message = (number: number): RecordedMessage => ({
  is: 'message',
  key: ['1', '1116120000', String(number).padStart(6, '0'), '12345', 'SHOP', 'TILL'].join('\t'),
  kind: 'PAY',
  at: '2026-11-16T12:00:00.000Z',
  currency: '840',
  amountMinor: '1000',
  approvedMinor: '1000',
  isApproved: true,
  response: { 39: '00' },
  digest: `digest-${number}`,
  reference: `reference-${number}`,
  batch: 261116,
})
const repeat = (number: number): JournalRecord => ({ is: 'repeat', key: message(number).key })
const keys = (current: string): JournalRecord => ({ is: 'keys', configured: '00', current })

function booksOf(records: readonly JournalRecord[]) {
  const books = new HostBooks()
  for (const record of records) books.apply(record)
  return { entries: books.list('SHOP', { limit: 1_000 }), keys: books.keys, count: books.count }
}

const fail = (error: Error) => assert.fail(error)

/** Messages that came again and again, and keys that changed. */
const history: readonly JournalRecord[] = Array.from({ length: 12 }, (_, round) => [
  message(round),
  repeat(round),
  repeat(0),
  repeat(round),
  keys(`key-${round}`),
]).flat()

describe('the books of the host', () => {
  it('are the same after any crash while they are rewritten, and take what comes meanwhile', async () => {
    const data = join(folder, 'rewritten')
    const crashes: { readonly step: string; readonly copy: string; readonly written: number }[] = []
    const written: JournalRecord[] = []
    let appended: Promise<void> = Promise.resolve()
    const journal = await openJournal(data, () => assert.fail('there is nothing yet'), fail, {
      rewriteWhen: { replaced: 8, share: 0.3 },
      async onRewriteStep(step) {
        const extra = message(1_000 + crashes.length)
        written.push(extra)
        await journal.append(extra)
        const copy = join(folder, `crash-${crashes.length}`)
        await cp(data, copy, { recursive: true })
        crashes.push({ step, copy, written: written.length })
      },
    })
    for (const record of history) {
      written.push(record)
      appended = journal.append(record)
      await appended
      // Nothing else is written while the files are, so that each copy is as a crash leaves them.
      await journal.rewritten()
    }
    await journal.close()
    assert.ok(crashes.length >= 8, `${crashes.length} steps`)
    assert.deepEqual(new Set(crashes.map(({ step }) => step)), new Set(['write', 'replace', 'remove', 'end']))
    for (const { step, copy, written: count } of crashes) {
      const expected = booksOf(written.slice(0, count))
      assert.deepEqual(booksOf(await readJournal(copy)), expected, `read after a crash before: ${step}`)
      const replayed: JournalRecord[] = []
      const again = await openJournal(copy, (record) => void replayed.push(record), fail)
      assert.deepEqual(booksOf(replayed), expected, `begun again after a crash before: ${step}`)
      await again.append(message(2_000))
      await again.close()
      assert.deepEqual(booksOf(await readJournal(copy)), booksOf([...written.slice(0, count), message(2_000)]))
      assert.ok(!(await readdir(copy)).includes('books.jsonl.new'))
    }
    assert.deepEqual(booksOf(await readJournal(data)), booksOf(written))
    const lines = (await readFile(join(data, 'books.jsonl'), 'utf8')).split('\n').map((line) => line.slice(0, 14))
    const repeats = lines.filter((line) => line.startsWith('{"is":"repeat"')).length
    assert.ok(repeats < 12, `${repeats} lines for repeats`)
  })

  it('go on in the last file after a write that did not finish', async () => {
    const data = join(folder, 'torn')
    const records = [message(1), repeat(1), repeat(1), repeat(1), message(2)]
    const journal = await openJournal(data, fail as never, fail, { rewriteWhen: { replaced: 2, share: 0 } })
    for (const record of records) {
      await journal.append(record)
      await journal.rewritten()
    }
    await journal.close()
    const [last = ''] = (await readdir(data))
      .filter((name) => /^books-\d+/.test(name))
      .toSorted()
      .reverse()
    await appendFile(join(data, last), '{"is":"mess')
    const again = await openJournal(data, () => undefined, fail)
    await again.append(message(3))
    await again.close()
    assert.deepEqual(booksOf(await readJournal(data)), booksOf([...records, message(3)]))
  })
})
