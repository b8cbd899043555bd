// Group commit without a database: what shares a batch, what is retried, and which caller gets which result.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type BatchOptions, BatchQueueOverloaded, openBatchQueue } from './group-commit.ts'

/** A database whose every batch waits until the test releases it. */
function heldDatabase(options: Partial<BatchOptions<string, string>> = {}) {
  const sent: { readonly rows: readonly string[]; answer(): void; fail(error: unknown): void }[] = []
  const batches = openBatchQueue<string, string>({
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
  const batches = openBatchQueue<string, string>({
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

  it('are not held back to fill a batch', async () => {
    const database = heldDatabase()
    const alone = database.add('a')
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a']])
    database.sent[0]?.answer()
    assert.equal(await alone, 'a done')
  })

  it('start in the middle of a turn once there are 32, and the later ones go in another lane', async () => {
    const database = heldDatabase({ lanes: 2 })
    const rows = Array.from({ length: 33 }, (_, index) => String(index).padStart(2, '0'))
    for (const row of rows.slice(0, 31)) void database.add(row)
    assert.equal(database.sent.length, 0)
    for (const row of rows.slice(31)) void database.add(row)
    assert.deepEqual(rowsOf(database.sent), [rows.slice(0, 32)])
    await turn()
    assert.deepEqual(rowsOf(database.sent), [rows.slice(0, 32), rows.slice(32)])
  })

  it('while every lane is busy go together in the next batch', async () => {
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

  it('run in as many concurrent lanes as there are, and no more', async () => {
    const database = heldDatabase({ lanes: 2 })
    for (const row of ['a', 'b', 'c']) {
      void database.add(row)
      await turn()
    }
    assert.deepEqual(rowsOf(database.sent), [['a'], ['b']])
  })

  it('are spread over batches of a limited number of rows', async () => {
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

describe('a batch that conflicts with another', () => {
  for (const code of ['40P01', '40001']) {
    it(`is repeated unchanged after ${code}`, async () => {
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

  it('is given up after three retries, and every waiting request fails', async () => {
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

  it('does not delay later requests', async () => {
    const database = quickDatabase((rows) => {
      if (rows.includes('poison')) throw databaseError('22001')
      return rows
    })
    await assert.rejects(database.add('poison'))
    assert.equal(await database.add('a'), 'a')
  })
})

/** One code of each kind of failure, and the result of a batch of four whose row "bad" causes it every time. */
const failures = [
  { kind: 'CONFLICT', code: '40P01', sentTogether: 4, harmed: ['a', 'b', 'bad', 'c'] },
  { kind: 'DATA', code: '23514', sentTogether: 1, harmed: ['bad'] },
  { kind: 'HELD', code: '55P03', sentTogether: 1, harmed: ['bad'] },
  { kind: 'HELD', code: '57014', sentTogether: 1, harmed: ['bad'] },
  { kind: 'LOST', code: 'ETIMEDOUT', sentTogether: 1, harmed: ['a', 'b', 'bad', 'c'] },
  { kind: 'NOT_NOW', code: '53100', sentTogether: 1, harmed: ['a', 'b', 'bad', 'c'] },
  { kind: 'OTHER', code: '42P01', sentTogether: 1, harmed: ['a', 'b', 'bad', 'c'] },
] as const

describe('a batch that fails', () => {
  for (const { kind, code, sentTogether, harmed } of failures) {
    const rows = ['a', 'b', 'bad', 'c']

    it(`harms ${harmed.length === 1 ? 'one row' : 'all of its rows'} after ${code} (${kind})`, async () => {
      const database = quickDatabase((sent) => {
        if (sent.includes('bad')) throw databaseError(code)
        return sent.map((row) => `${row} done`)
      })
      const results = await Promise.allSettled(rows.map(database.add))
      assert.deepEqual(
        rows.filter((_, index) => results[index]?.status === 'rejected'),
        harmed,
      )
      assert.equal(database.sent.filter((sent) => sent.length === rows.length).length, sentTogether)
    })

    const isRepeated = kind !== 'DATA' && kind !== 'OTHER'
    it(`is ${isRepeated ? 'retried until it succeeds' : 'reported'} after ${code} where rows are sent again (${kind})`, async () => {
      let left = kind === 'CONFLICT' || kind === 'HELD' ? 5 : 3
      const database = quickDatabase(
        (sent) => {
          if (sent.includes('bad') && left-- > 0) throw databaseError(code)
          return sent.map((row) => `${row} done`)
        },
        { isSentAgain: () => true },
      )
      const results = await Promise.allSettled(rows.map(database.add))
      assert.deepEqual(
        rows.filter((_, index) => results[index]?.status === 'rejected'),
        isRepeated ? [] : harmed,
      )
    })
  }

  it('is retried as long as its rows permit, and then reported', async () => {
    const asked: number[] = []
    const database = quickDatabase(
      () => {
        throw databaseError('ECONNREFUSED')
      },
      { isSentAgain: ({ tries, sinceMs }) => asked.push(sinceMs) > 0 && tries <= 2 },
    )
    await assert.rejects(database.add('a'), { code: 'ECONNREFUSED' })
    assert.equal(database.sent.length, 3)
    assert.ok(asked.every((ms, index) => ms >= (asked[index - 1] ?? 0)))
  })
})

describe('a row that another session has locked', () => {
  const heldRow = (isHeld: () => boolean, options: Partial<BatchOptions<string, string>> = {}) =>
    quickDatabase((rows) => {
      if (rows.includes('held') && isHeld()) throw databaseError('55P03')
      return rows.map((row) => `${row} done`)
    }, options)

  it('is found by bisecting the batch', async () => {
    const database = heldRow(() => true)
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'held']
    const results = await Promise.allSettled(rows.map(database.add))
    assert.deepEqual(
      results.map(({ status }) => status),
      [...Array(7).fill('fulfilled'), 'rejected'],
    )
    assert.deepEqual(database.sent, [
      rows,
      ['a', 'b', 'c', 'd'],
      ['e', 'f', 'g', 'held'],
      ['e', 'f'],
      ['g', 'held'],
      ['g'],
      ['held'],
    ])
  })

  it('occupies no lane of other rows while it is searched for', async () => {
    const database = heldDatabase()
    const sent = async (count: number) => {
      while (database.sent.length < count) await turn()
      return database.sent[count - 1] ?? assert.fail()
    }
    const [a, held] = ['a', 'held'].map(database.add)
    ;(await sent(1)).fail(databaseError('55P03'))
    const first = await sent(2)
    const other = database.add('z')
    ;(await sent(3)).answer()
    assert.equal(await other, 'z done')
    assert.deepEqual(rowsOf(database.sent), [['a', 'held'], ['a'], ['z']])
    first.answer()
    assert.equal(await a, 'a done')
    ;(await sent(4)).fail(databaseError('55P03'))
    await assert.rejects(held ?? assert.fail())
  })

  it('is sent alone the next time, so that other rows do not wait with it again', async () => {
    const database = heldRow(() => true)
    await Promise.allSettled(['a', 'held'].map(database.add))
    database.sent.length = 0
    await Promise.allSettled(['a', 'b', 'held'].map(database.add))
    assert.deepEqual(database.sent, [['a', 'b'], ['held']])
  })

  it('is batched with others again once it is unlocked', async () => {
    let isHeld = true
    const database = heldRow(() => isHeld, { isSentAgain: () => true })
    const outcomes = ['a', 'held'].map(database.add)
    assert.equal(await outcomes[0], 'a done')
    isHeld = false
    assert.equal(await outcomes[1], 'held done')
    database.sent.length = 0
    await Promise.all(['a', 'held'].map(database.add))
    assert.deepEqual(database.sent, [['a', 'held']])
  })

  it('gets an answer for locked rows where there is one', async () => {
    const database = heldRow(() => true, { answerHeld: async (row) => `${row} is busy` })
    assert.deepEqual(await Promise.all(['a', 'held'].map(database.add)), ['a done', 'held is busy'])
  })

  it('is refused as overload after three tries where there is no such answer', async () => {
    const database = heldRow(() => true, { answerHeld: async () => undefined })
    await assert.rejects(database.add('held'), BatchQueueOverloaded)
    assert.deepEqual(database.sent, [['held'], ['held'], ['held']])
  })

  it('is written when the lock is released between two tries', async () => {
    let left = 2
    const database = heldRow(() => left-- > 0, { answerHeld: async () => undefined })
    assert.equal(await database.add('held'), 'held done')
  })
})

describe('the age of the oldest row', () => {
  it('is that of the oldest unanswered row, and undefined when all are answered', async () => {
    const batches = openBatchQueue<string, string>({
      keyOf: (row) => row,
      send: (rows) => (rows.includes('hangs') ? Promise.withResolvers<string[]>().promise : Promise.resolve([...rows])),
      lanes: 2,
      rowsMax: 1,
    })
    assert.equal(batches.oldestMs(), 0)
    await batches.add('a')
    assert.equal(batches.oldestMs(), 0)
    void batches.add('hangs')
    await batches.add('b')
    assert.ok(batches.oldestMs() > 0)
  })
})

describe('under too much load', () => {
  it('a payment is refused at once, before anything is done with it', async () => {
    const database = heldDatabase({ waitingMax: 2 })
    const first = database.add('a')
    await turn()
    const waiting = ['b', 'c'].map(database.add)
    await assert.rejects(database.add('d'), BatchQueueOverloaded)
    database.sent[0]?.answer()
    await first
    await turn()
    database.sent[1]?.answer()
    assert.deepEqual(await Promise.all(waiting), ['b done', 'c done'])
    assert.deepEqual(rowsOf(database.sent), [['a'], ['b', 'c']])
  })

  it('an outcome is never refused', async () => {
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
  it('of one order that are queued at the same time become one read with one answer', async () => {
    const database = heldDatabase({ isShared: true })
    const answers = ['a', 'a', 'b', 'a'].map(database.add)
    await turn()
    assert.deepEqual(rowsOf(database.sent), [['a', 'b']])
    database.sent[0]?.answer()
    assert.deepEqual(await Promise.all(answers), ['a done', 'a done', 'b done', 'a done'])
  })

  it('that arrive after one was sent cause another read, since the order may have changed', async () => {
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

it('the size of every batch is measured', async () => {
  const sizes: number[] = []
  const database = quickDatabase((rows) => rows, { rowsMax: 2, onSent: (rows) => sizes.push(rows) })
  await Promise.all(['a', 'b', 'c'].map(database.add))
  assert.deepEqual(sizes, [2, 1])
})
