// Group commit without a database: what shares a batch, what is sent again, and who is told what.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type BatchOptions, batched, isLostConnection, Overloaded } from './group-commit.ts'

/** A database whose every batch waits for the test's word. */
function heldDatabase(options: Partial<BatchOptions<string, string>> = {}) {
  const sent: { readonly rows: readonly string[]; answer(): void; fail(error: unknown): void }[] = []
  const batches = batched<string, string>({
    keyOf: (row) => row.split(' ')[0] ?? '',
    send(rows) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
      sent.push({ rows, answer: () => resolve(rows.map((row) => `${row} done`)), fail: reject })
      return promise
    },
    lanes: 1,
    rowsMax: 100,
    ...options,
  })
  return { sent, add: (row: string) => batches.add(row) }
}

/** A database that answers at once: each row by `answerTo`, which may refuse the whole batch. */
function quickDatabase(
  answerTo: (rows: readonly string[]) => readonly string[],
  options: Partial<BatchOptions<string, string>> = {},
) {
  const sent: (readonly string[])[] = []
  const batches = batched<string, string>({
    keyOf: (row) => row,
    async send(rows) {
      sent.push(rows)
      return answerTo(rows)
    },
    lanes: 1,
    rowsMax: 100,
    ...options,
  })
  return { sent, add: (row: string) => batches.add(row) }
}

const databaseError = (code: string) => Object.assign(new Error(`the database says ${code}`), { code })
const rowsOf = (sent: readonly { readonly rows: readonly string[] }[]) => sent.map(({ rows }) => rows)

describe('payments that arrive together', () => {
  it('share a batch, in the order of their keys, and each gets its own answer', async () => {
    const database = quickDatabase((rows) => rows.map((row) => `${row} done`))
    const answers = await Promise.all(['c', 'a', 'b'].map(database.add))
    assert.deepEqual(database.sent, [['a', 'b', 'c']])
    assert.deepEqual(answers, ['c done', 'a done', 'b done'])
  })

  it('are never held back so that a batch may fill', async () => {
    const database = heldDatabase()
    const alone = database.add('a')
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a']])
    database.sent[0]?.answer()
    assert.equal(await alone, 'a done')
  })

  it('and find every lane taken go together in the next batch', async () => {
    const database = heldDatabase()
    const first = database.add('a')
    await turn()
    const others = ['d', 'c', 'b'].map(database.add)
    await turn()
    assert.equal(database.sent.length, 1)
    database.sent[0]?.answer()
    await first
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a'], ['b', 'c', 'd']])
    database.sent[1]?.answer()
    assert.deepEqual(await Promise.all(others), ['d done', 'c done', 'b done'])
  })

  it('run side by side in as many lanes as there are, and no more', async () => {
    const database = heldDatabase({ lanes: 2 })
    for (const row of ['a', 'b', 'c']) {
      void database.add(row)
      await turn()
    }
    assert.deepEqual(rowsOf(database.sent), [['a'], ['b']])
  })

  it('are spread over batches of at most so many rows', async () => {
    const database = quickDatabase((rows) => rows, { rowsMax: 2 })
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(database.add))
    assert.deepEqual(database.sent, [['a', 'b'], ['c', 'd'], ['e']])
  })

  it('for one order are never in one batch, and keep their order', async () => {
    const database = quickDatabase((rows) => rows, { keyOf: (row) => row.charAt(0) })
    await Promise.all(['x1', 'x2', 'a1', 'x3'].map(database.add))
    assert.deepEqual(database.sent, [['a1', 'x1'], ['x2'], ['x3']])
  })
})

describe('a batch that meets another', () => {
  for (const code of ['40P01', '40001']) {
    it(`is repeated as it was after ${code}`, async () => {
      let failures = 3
      const database = quickDatabase((rows) => {
        if (failures-- > 0) throw databaseError(code)
        return rows
      })
      assert.deepEqual(await Promise.all(['a', 'b'].map(database.add)), ['a', 'b'])
      assert.deepEqual(
        database.sent,
        Array.from({ length: 4 }, () => ['a', 'b']),
      )
    })
  }

  it('is given up after three repeats, and everybody in it is told', async () => {
    const database = quickDatabase(() => {
      throw databaseError('40P01')
    })
    const results = await Promise.allSettled(['a', 'b'].map(database.add))
    assert.ok(results.every(({ status }) => status === 'rejected'))
    assert.equal(database.sent.length, 4)
  })
})

describe('a row that the database refuses', () => {
  for (const code of ['22003', '23514']) {
    it(`harms no other row of its batch (${code})`, async () => {
      const database = quickDatabase((rows) => {
        if (rows.includes('poison')) throw databaseError(code)
        return rows.map((row) => `${row} done`)
      })
      const [before, poisoned, after] = await Promise.allSettled(['a', 'poison', 'z'].map(database.add))
      assert.deepEqual(before, { status: 'fulfilled', value: 'a done' })
      assert.deepEqual(after, { status: 'fulfilled', value: 'z done' })
      assert.deepEqual([poisoned?.status, poisoned?.status === 'rejected' && poisoned.reason.code], ['rejected', code])
      assert.deepEqual(database.sent, [['a', 'poison', 'z'], ['a'], ['poison'], ['z']])
    })
  }

  it('is not sent again when it was alone', async () => {
    const database = quickDatabase(() => {
      throw databaseError('23514')
    })
    await assert.rejects(database.add('poison'), { code: '23514' })
    assert.equal(database.sent.length, 1)
  })

  it('does not keep those who come later from being served', async () => {
    const database = quickDatabase((rows) => {
      if (rows.includes('poison')) throw databaseError('22001')
      return rows
    })
    await assert.rejects(database.add('poison'))
    assert.equal(await database.add('a'), 'a')
  })
})

describe('any other failure', () => {
  it('is told to everybody in the batch, and nothing is sent twice: it may have been committed', async () => {
    const database = quickDatabase(() => {
      throw new Error('Connection terminated unexpectedly')
    })
    const results = await Promise.allSettled(['a', 'b'].map(database.add))
    assert.deepEqual(
      results.map((result) => result.status === 'rejected' && isLostConnection(result.reason)),
      [true, true],
    )
    assert.deepEqual(database.sent, [['a', 'b']])
  })

  it('counts as a lost connection only when nobody can tell what became of the work', () => {
    const lost = ['57P01', '57P02', '57P03', '08006', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].map(databaseError)
    for (const error of lost) assert.ok(isLostConnection(error), error.message)
    const told = ['23505', '40P01', '57014', '42P01'].map(databaseError)
    for (const error of told) assert.ok(!isLostConnection(error), error.message)
    assert.ok(isLostConnection(new Error('Connection terminated unexpectedly')))
    assert.ok(!isLostConnection(new Error('something else')))
  })
})

describe('under too much load', () => {
  it('a payment is refused at once, before anything is done with it', async () => {
    const database = heldDatabase({ waitingMax: 2 })
    const first = database.add('a')
    await turn()
    const waiting = ['b', 'c'].map(database.add)
    await assert.rejects(database.add('d'), Overloaded)
    database.sent[0]?.answer()
    await first
    await turn()
    database.sent[1]?.answer()
    assert.deepEqual(await Promise.all(waiting), ['b done', 'c done'])
    assert.deepEqual(rowsOf(database.sent), [['a'], ['b', 'c']])
  })

  it('an outcome never is', async () => {
    const database = heldDatabase()
    void database.add('a')
    await turn()
    const outcomes = Array.from({ length: 10_000 }, (_, index) => database.add(`${index}`))
    const refused: unknown[] = []
    for (const outcome of outcomes) outcome.catch((error: unknown) => refused.push(error))
    await turn()
    assert.deepEqual(refused, [])
  })
})

describe('reads', () => {
  it('of one order that wait at the same time become one, with one answer for all', async () => {
    const database = heldDatabase({ isShared: true })
    const answers = ['a', 'a', 'b', 'a'].map(database.add)
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a', 'b']])
    database.sent[0]?.answer()
    assert.deepEqual(await Promise.all(answers), ['a done', 'a done', 'b done', 'a done'])
  })

  it('that come after one was sent are made anew: the order may have moved', async () => {
    const database = heldDatabase({ isShared: true, lanes: 2 })
    const early = database.add('a')
    await turn()
    const late = database.add('a')
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a'], ['a']])
    for (const { answer } of database.sent) answer()
    assert.deepEqual(await Promise.all([early, late]), ['a done', 'a done'])
  })
})

it('figures are told the size of every batch', async () => {
  const sizes: number[] = []
  const database = quickDatabase((rows) => rows, { rowsMax: 2, onSent: (rows) => sizes.push(rows) })
  await Promise.all(['a', 'b', 'c'].map(database.add))
  assert.deepEqual(sizes, [2, 1])
})
