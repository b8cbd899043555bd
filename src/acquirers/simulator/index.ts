// The simulated acquirer: decides by published test data and keeps its own books, which allows comparing both sides. Its
// responses come from the books, right or wrong.

import type { Clock } from '../../kernel/clock.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type Acquirer,
  type AcquirerBooks,
  type AcquirerCapabilities,
  type AcquirerRequest,
  type AcquirerResponse,
  type AcquirerResult,
  allRefusals,
  defaultTimeoutPolicies,
  type InquiryResult,
  type PurchaseDetails,
  type ReversalResult,
  type SendDeadline,
} from '../../payments/index.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { openBatchQueue } from '../../platform/postgres/group-commit.ts'
import type { MigrationTrack } from '../../platform/postgres/migrate.ts'
import { closeSimulatedBatch } from './batches.ts'
import { openBook } from './book.ts'
import { allowsPartialApproval } from './decide.ts'
import { findEntry, keyOf, listEntries, type RecordedRequest, type RecordedResponse } from './entries.ts'
import {
  countsInquiries,
  countsReversals,
  type Fault,
  type InquiryFault,
  inquiryFaultOf,
  type ReversalFault,
  requestFaultOf,
  reversalFaultByChance,
  reversalFaultByWords,
} from './faults.ts'
import { acquirerTextFor } from './outcomes.ts'
import { capabilitiesOf, isUnavailable, type RandomFaults } from './random-faults.ts'
import { refusals } from './refusals.ts'
import { interimResponse } from './response.ts'
import { reverseRecordedRequest, type SimulatedReversal } from './reversals.ts'

export { parseFaults, type RandomFaults } from './random-faults.ts'

export const simulatorSchema: MigrationTrack = {
  name: 'simulated-acquirer',
  folder: new URL('./migrations/', import.meta.url),
}

const usualCapabilities: AcquirerCapabilities = {
  timeoutPolicies: defaultTimeoutPolicies,
  // Test data can ask for any of them.
  refusals: allRefusals,
  canInquire: true,
  canReverse: true,
  holdsEarlyReversals: true,
  lateArrivalMs: 5_000,
  canCapturePartially: true,
  refundsSeveralCaptures: true,
  canVerifyZeroAmount: true,
  closesBatches: true,
}

export interface SimulatorOptions {
  readonly database: Database
  readonly clock: Clock
  /** Random faults; without it only those that requests ask for. */
  readonly faults?: RandomFaults | undefined
  /** The acquirer's capabilities, besides those set by the faults. */
  readonly capabilities?: Partial<AcquirerCapabilities>
}

type ReversalTarget = Parameters<Acquirer['reverse']>[0]

export function simulatedAcquirer(options: SimulatorOptions): Acquirer & AcquirerBooks {
  const { database, clock, faults } = options
  const capabilities = { ...usualCapabilities, ...(faults && capabilitiesOf(faults)), ...options.capabilities }
  const book = openBook(database, clock)
  const isAwayNow = () => isUnavailable(clock.now(), faults)
  /** Faults requested by requests that have left the gateway and not arrived; they are not in the books yet. */
  const onTheWay = new Map<string, PurchaseDetails>()
  // One at a time and in turn, because a deadlock is retried.
  const reversals = openBatchQueue({
    keyOf: ({ about }: SimulatedReversal) => keyOfRequest(about),
    send: (all) =>
      Promise.all(
        all.map((each) => {
          return reverseRecordedRequest(database, each, {
            now: clock.now(),
            holdsEarly: capabilities.holdsEarlyReversals,
          })
        }),
      ),
    lanes: 2,
    rowsMax: 1,
  })

  async function ask(question: AcquirerRequest, { sendBefore }: SendDeadline): Promise<AcquirerResult> {
    const fault = requestFaultOf(question, faults)
    if (isAwayNow() || fault.isNotSent) return { kind: 'NOT_SENT', why: 'the simulated acquirer is out of reach' }
    const { isPartial: isInPart } = fault
    if (fault.lateMs !== undefined) {
      if (elapsedMs() >= sendBefore) return tooLate
      // No caller waits for it, and a failure is not reported: to the gateway both are silence.
      void arriveLate(question, fault.lateMs, isInPart).catch(() => undefined)
      return { kind: 'NO_ANSWER' }
    }
    const entry = await book.write(question, { sendBefore, isInPart })
    if (entry === 'NOT_SENT') return tooLate
    if (elapsedMs() >= sendBefore) return { kind: 'NO_ANSWER' }
    if (fault.isTwice) await book.write(question)
    if (fault.slowMs !== undefined) await clock.sleep(fault.slowMs)
    return fault.isSilent ? { kind: 'NO_ANSWER' } : applyFault(resultFromBooks(entry), question, fault)
  }

  /**
   * A request that is late at random arrives within the time that this acquirer promises, or never: it is delivered by
   * this process, which may be stopped meanwhile.
   */
  async function arriveLate(question: AcquirerRequest, lateMs: number, isInPart: boolean): Promise<void> {
    const { lateArrivalMs } = capabilities
    const isPromised = faults !== undefined && lateMs <= lateArrivalMs
    const sendBefore = isPromised ? elapsedMs() + lateArrivalMs : Number.POSITIVE_INFINITY
    const key = keyOfRequest(question)
    onTheWay.set(key, question.details)
    await clock.sleep(lateMs)
    await book.write(question, { isInPart, sendBefore }).finally(() => onTheWay.delete(key))
  }

  async function inquire(target: ReversalTarget): Promise<InquiryResult> {
    if (isAwayNow() || !capabilities.canInquire) return { kind: 'NO_ANSWER' }
    const stored = await findEntry(database, target)
    const details = stored?.details ?? onTheWay.get(keyOfRequest(target)) ?? {}
    if (!countsInquiries(details, faults)) return inquiryResultOf(stored)
    const time = await countCall(database, 'INQUIRY', target)
    const fault = inquiryFaultOf({ reference: target.reference, details }, faults, time)
    if (fault.slowMs !== undefined) await clock.sleep(fault.slowMs)
    if (fault.isSilent) return { kind: 'NO_ANSWER' }
    // Events during the delay count as well.
    const entry = fault.slowMs === undefined ? stored : await findEntry(database, target)
    return entry ? { kind: 'ANSWERED', response: inquiryResponse(entry, fault) } : { kind: 'NOT_FOUND' }
  }

  async function reverseRequest(target: ReversalTarget): Promise<ReversalResult> {
    if (isAwayNow()) return { kind: 'NO_ANSWER' }
    if (!capabilities.canReverse) return { kind: 'REFUSED' }
    const fault = await faultOfReversal(target)
    if (fault?.isSilent) return { kind: 'NO_ANSWER' }
    const { lateMs, kind } =
      fault?.lateMs === undefined
        ? await reversals.add({ about: target, ...omitUndefined({ fault }) })
        : unanswered(fault.lateMs)
    if (lateMs !== undefined) void reverseLate(target, lateMs).catch(() => undefined)
    return { kind }
  }

  /** Known before the books are read. A request that is in them may turn out to request more. */
  async function faultOfReversal(target: ReversalTarget): Promise<ReversalFault | undefined> {
    const details = onTheWay.get(keyOfRequest(target)) ?? {}
    if (!countsReversals(details, faults)) return undefined
    const time = await countCall(database, 'REVERSAL', target)
    const words = reversalFaultByWords(details, time)
    const chance = faults && reversalFaultByChance(target.reference, faults, time)
    return {
      isRefused: words.isRefused || chance?.isRefused === true,
      isSilent: words.isSilent || chance?.isSilent === true,
      isLost: words.isLost || chance?.isLost === true,
      ...omitUndefined({ lateMs: words.lateMs ?? chance?.lateMs }),
    }
  }

  async function reverseLate(target: ReversalTarget, lateMs: number): Promise<void> {
    await clock.sleep(lateMs)
    await reversals.add({ about: target, isLate: true })
  }

  return {
    capabilities,

    async isReachable() {
      if (isAwayNow()) return false
      await database.query('select 1')
      return true
    },

    ask,
    inquire,
    reverse: reverseRequest,

    async closeBatch({ acquirerMerchantId }) {
      return isAwayNow()
        ? { kind: 'NO_ANSWER' }
        : closeSimulatedBatch(database, { acquirerMerchantId, now: clock.now() })
    },

    list: (page) => listEntries(database, page),
  }
}

const tooLate: AcquirerResult = { kind: 'NOT_SENT', why: 'it was too late to send it' }

function keyOfRequest({ acquirerMerchantId, reference }: ReversalTarget): string {
  return keyOf(acquirerMerchantId, reference)
}

function unanswered(lateMs: number): ReversalResult & { readonly lateMs: number } {
  return { kind: 'NO_ANSWER', lateMs }
}

function inquiryResultOf(entry: RecordedRequest | undefined): InquiryResult {
  return entry ? { kind: 'ANSWERED', response: inquiryResponse(entry, { isSilent: false }) } : { kind: 'NOT_FOUND' }
}

/** The response to a request, before anything happens to it in transit. */
function resultFromBooks({ response, firstWord, isReversed }: RecordedResponse): AcquirerResult {
  if (isReversed) return { kind: 'ANSWERED', response: refusals.reversedItself }
  if (firstWord === 'SILENCE') return { kind: 'NO_ANSWER' }
  return { kind: 'ANSWERED', response: firstWord ? interimResponse(firstWord) : response }
}

function applyFault(result: AcquirerResult, question: AcquirerRequest, fault: Fault): AcquirerResult {
  if (result.kind !== 'ANSWERED') return result
  const { response } = result
  const askedMinor = 'amountMinor' in question ? question.amountMinor : 0n
  if (fault.isWrong) return { kind: 'ANSWERED', response: overstatedApproval(response, askedMinor) }
  if (fault.openWord !== undefined) return { kind: 'ANSWERED', response: interimResponse(fault.openWord) }
  if (fault.isPartial && !allowsPartialApproval(question) && askedMinor > 1n && response.gatewayCode === 'APPROVED')
    return { kind: 'ANSWERED', response: { ...response, ...inPart, approvedMinor: askedMinor / 2n } }
  return result
}

const inPart = { gatewayCode: 'PARTIALLY_APPROVED', ...acquirerTextFor('PARTIALLY_APPROVED') } as const

/** An approval of more than was requested, which no acquirer can intend. */
function overstatedApproval(response: AcquirerResponse, askedMinor: bigint): AcquirerResponse {
  return { ...response, approvedMinor: askedMinor + 1n }
}

/** The response to an inquiry. A reversed request is reported as a failure. */
function inquiryResponse(
  { isReversed, amountMinor, ...entry }: RecordedRequest,
  fault: InquiryFault,
): AcquirerResponse {
  const response = isReversed ? refusals.reversedItself : entry.response
  switch (fault.wrong) {
    case 'AMOUNT':
      return overstatedApproval(response, amountMinor)
    case 'CODE':
      return { ...response, gatewayCode: 'LOCK_FAILURE' }
    case 'OUTCOME':
      return gatewayCodes[response.gatewayCode].result === 'SUCCESS'
        ? { gatewayCode: 'DECLINED', ...acquirerTextFor('DECLINED') }
        : { gatewayCode: 'APPROVED', ...acquirerTextFor('APPROVED'), approvedMinor: amountMinor }
    default:
      return fault.openWord === undefined ? response : interimResponse(fault.openWord)
  }
}

const count = prepared(
  'simulator-count-call',
  `insert into simulated_acquirer.call as c (acquirer_merchant_id, reference, kind, times) values ($1, $2, $3, 1)
   on conflict (acquirer_merchant_id, reference, kind) do update set times = c.times + 1
   returning times`,
)

/** The number of this one, from 1. */
async function countCall(
  database: Database,
  kind: 'INQUIRY' | 'REVERSAL',
  { acquirerMerchantId, reference }: { readonly acquirerMerchantId: string; readonly reference: string },
): Promise<number> {
  const { rows } = await database.query<{ times: number }>(count([acquirerMerchantId, reference, kind]))
  return rows[0]?.times ?? 1
}
