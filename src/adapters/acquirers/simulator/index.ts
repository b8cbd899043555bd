// The simulated acquirer: decides by published test data and keeps books of its own, so that both sides can be compared.
import { usualAfterSilence } from '../../../domain/after-silence.ts'
import type { Acquirer, AcquirerCapabilities, AcquirerReply, AskTerms, Question } from '../../../ports/acquirer.ts'
import type { AcquirerBooks } from '../../../ports/acquirer-books.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Database } from '../../postgres/database.ts'
import { batched } from '../../postgres/group-commit.ts'
import type { MigrationTrack } from '../../postgres/migrate.ts'
import { firstAnswer } from './answer.ts'
import { closeBatch } from './batches.ts'
import { openBook } from './book.ts'
import { type Entry, findEntry, keyOf } from './entries.ts'
import { faultOf, isAway, type RandomFaults } from './faults.ts'
import { listEntries } from './list-entries.ts'
import { refusals } from './refusals.ts'
import { reverse } from './reversals.ts'

export { parseFaults, type RandomFaults } from './faults.ts'

export const simulatorSchema: MigrationTrack = {
  name: 'simulated-acquirer',
  folder: new URL('./migrations/', import.meta.url),
}

const capabilities: AcquirerCapabilities = {
  afterSilence: usualAfterSilence,
  canInquire: true,
  canReverse: true,
  holdsEarlyReversals: true,
  lateArrivalMs: 5_000,
}

export interface SimulatorOptions {
  readonly database: Database
  readonly clock: Clock
  /** What goes wrong by chance; without it nothing does, but for what requests ask for. */
  readonly faults?: RandomFaults | undefined
}

export function simulatedAcquirer({ database, clock, faults }: SimulatorOptions): Acquirer & AcquirerBooks {
  const book = openBook(database, clock)
  const isAwayNow = () => isAway(clock.now(), faults)
  // One at a time and by turns, for the sake of repeating what met a deadlock.
  const reversals = batched({
    keyOf: ({ acquirerMerchantId, reference }: Parameters<Acquirer['reverse']>[0]) =>
      keyOf(acquirerMerchantId, reference),
    send: (abouts) => Promise.all(abouts.map((about) => reverse(database, about, { now: clock.now(), faults }))),
    lanes: 2,
    rowsMax: 1,
  })

  async function ask(question: Question, { sendBefore }: AskTerms): Promise<AcquirerReply> {
    const fault = faultOf(question, faults)
    if (isAwayNow() || fault.isNotSent) return { kind: 'notSent', why: 'the simulated acquirer is out of reach' }
    if (fault.lateMs !== undefined) {
      // Nobody waits for it, and nobody would hear that it failed: to the gateway both are silence.
      void arriveLate(question, fault.lateMs).catch(() => undefined)
      return { kind: 'noAnswer' }
    }
    const entry = await book.write(question, sendBefore)
    if (entry === 'NOT_SENT') return { kind: 'notSent', why: 'it was too late to send it' }
    if (performance.now() >= sendBefore) return { kind: 'noAnswer' }
    if (fault.isTwice) await book.write(question)
    if (fault.slowMs !== undefined) await clock.sleep(fault.slowMs)
    if (fault.isSilent) return { kind: 'noAnswer' }
    const reply = spoken(entry)
    return fault.isWrong && reply.kind === 'answered' ? garbled(reply, question) : reply
  }

  async function arriveLate(question: Question, lateMs: number): Promise<void> {
    await clock.sleep(lateMs)
    await book.write(question)
  }

  return {
    capabilities,

    async isReachable() {
      if (isAwayNow()) return false
      await database.query('select 1')
      return true
    },

    ask,

    async inquire(about) {
      if (isAwayNow()) return { kind: 'noAnswer' }
      const entry = await findEntry(database, about)
      if (!entry) return { kind: 'notFound' }
      return { kind: 'answered', answer: entry.isReversed ? refusals.reversedItself : entry.answer }
    },

    async reverse(about) {
      return isAwayNow() ? { kind: 'noAnswer' } : reversals.add(about)
    },

    async closeBatch({ acquirerMerchantId }) {
      return isAwayNow() ? { kind: 'noAnswer' } : closeBatch(database, { acquirerMerchantId, now: clock.now() })
    },

    list: (page) => listEntries(database, page),
  }
}

function spoken({ answer, firstWord, isReversed }: Entry): AcquirerReply {
  if (isReversed) return { kind: 'answered', answer: refusals.reversedItself }
  if (firstWord === 'SILENCE') return { kind: 'noAnswer' }
  return { kind: 'answered', answer: firstWord ? firstAnswer(firstWord) : answer }
}

/** An approval of more than was asked for, which no acquirer can mean. */
function garbled(reply: Extract<AcquirerReply, { kind: 'answered' }>, question: Question): AcquirerReply {
  const askedMinor = 'amountMinor' in question ? question.amountMinor : 0n
  return { kind: 'answered', answer: { ...reply.answer, approvedMinor: askedMinor + 1n } }
}
