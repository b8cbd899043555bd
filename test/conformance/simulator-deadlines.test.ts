// What the simulators do when their process sleeps past the deadline of a request: each has the database as its line, and what
// is committed has been sent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { simulatedAcquirer } from '../../src/acquirers/simulator/index.ts'
import { simulatedProvider } from '../../src/browser-payments/providers/simulator/adapter.ts'
import type { AcquirerRequest, SendDeadline } from '../../src/payments/ports/acquirer.ts'
import { elapsedMs } from '../../src/platform/concurrency/elapsed-time.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { stallingDatabase } from '../support/faults/stalling-database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'
import { setClock, testPayment } from './acquirer-simulator-kit.ts'
import { withoutDeadline } from './ask-terms.ts'
import { laterQuestion, newInitiation } from './provider.ts'

let pool: Database
let stalling: ReturnType<typeof stallingDatabase>
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  pool = openDatabase({ connectionString }, { poolSize: 6, onError: () => undefined })
  stalling = stallingDatabase(pool)
})
after(async () => {
  stalling.restore()
  await pool.end()
})

const soon = (): SendDeadline => ({ sendBefore: elapsedMs() + 60_000 })

interface Sent {
  readonly reference: string
  send(terms: SendDeadline): Promise<{ readonly kind: string }>
}

/** Sends one request after the other, in each of which the process sleeps one step later, and returns their results. */
async function sendWithStalls(next: () => Promise<Sent>, find: (sent: Sent) => Promise<boolean>) {
  // What is read once is read before the steps are counted.
  await (await next()).send(soon())
  const counted = await next()
  stalling.stallDuring()
  await counted.send(soon())
  const steps = stalling.stallDuring()
  assert.ok(steps >= 2, 'a connection and a statement')
  const results: (readonly [result: string, isWritten: boolean])[] = []
  for (let step = 1; step <= steps; step += 1) {
    const sent = await next()
    const terms = soon()
    stalling.stallDuring(step)
    const { kind } = await sent.send(terms)
    stalling.stallDuring()
    results.push([kind, await find(sent)])
  }
  return results
}

/** Only what was under way when the process fell asleep may have been done, and then nothing is known of it. */
function assertNothingLate(results: readonly (readonly [result: string, isWritten: boolean])[], last: string) {
  assert.deepEqual(results, [...results.slice(1).map(() => ['NOT_SENT', false] as const), [last, true] as const])
}

describe('the simulated acquirer', () => {
  const start = () => simulatedAcquirer({ database: stalling.database, clock: setClock() })
  const isInBooks = async ({ reference }: Pick<Sent, 'reference'>) =>
    (await pool.query('select from simulated_acquirer.book where reference = $1', [reference])).rows.length > 0

  it('writes no payment after its deadline, whatever delayed it', async () => {
    const acquirer = start()
    const next = async () => {
      const question = testPayment('DEADLINES')
      return { reference: question.reference, send: (terms: SendDeadline) => acquirer.ask(question, terms) }
    }
    assertNothingLate(await sendWithStalls(next, isInBooks), 'NO_ANSWER')
  })

  it('writes no void after its deadline, whatever delayed it', async () => {
    const acquirer = start()
    const next = async () => {
      const original = testPayment('DEADLINES')
      await acquirer.ask(original, withoutDeadline)
      const { instrument: _, ...rest } = testPayment('DEADLINES')
      const question: AcquirerRequest = { ...rest, kind: 'VOID', original: { reference: original.reference } }
      return { reference: question.reference, send: (terms: SendDeadline) => acquirer.ask(question, terms) }
    }
    assertNothingLate(await sendWithStalls(next, isInBooks), 'NO_ANSWER')
  })

  it('writes the transactions of a batch that are in time, and no others', async () => {
    const acquirer = start()
    const originals = [testPayment('DEADLINES'), testPayment('DEADLINES')]
    for (const original of originals) await acquirer.ask(original, withoutDeadline)
    const voids = originals.map(({ reference }): AcquirerRequest => {
      const { instrument: _, ...rest } = testPayment('DEADLINES')
      return { ...rest, kind: 'VOID', original: { reference } }
    })
    // While the books are read for both.
    stalling.stallDuring(4)
    const terms = [soon(), withoutDeadline] as const
    const results = await Promise.all(terms.map((each, index) => acquirer.ask(voids[index] ?? assert.fail(), each)))
    stalling.stallDuring()
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['NOT_SENT', 'ANSWERED'],
    )
    const written = await Promise.all(voids.map(({ reference }) => isInBooks({ reference })))
    assert.deepEqual(written, [false, true])
  })
})

describe('a simulated provider', () => {
  const start = () =>
    simulatedProvider({
      provider: 'PROVIDER_A',
      database: stalling.database,
      clock: setClock(),
      siteUrl: () => 'https://gateway.example',
    })
  const isInBooks = async ({ reference }: Pick<Sent, 'reference'>) =>
    (await pool.query('select from simulated_providers.line where reference = $1', [reference])).rows.length > 0

  it('begins no payment after its deadline, whatever delayed it', async () => {
    const provider = start()
    const next = async () => {
      const initiation = newInitiation()
      return { reference: initiation.reference, send: (terms: SendDeadline) => provider.initiate(initiation, terms) }
    }
    assertNothingLate(await sendWithStalls(next, isInBooks), 'NO_ANSWER')
  })

  it('writes no void after its deadline, whatever delayed it', async () => {
    const provider = start()
    const next = async () => {
      const initiation = newInitiation({ orderReference: 'SUCCESS' })
      await provider.initiate(initiation, withoutDeadline)
      const question = laterQuestion(initiation, { kind: 'VOID' })
      return { reference: question.reference, send: (terms: SendDeadline) => provider.ask(question, terms) }
    }
    assertNothingLate(await sendWithStalls(next, isInBooks), 'NO_ANSWER')
  })
})
