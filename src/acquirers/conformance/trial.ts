// The requests of the checks, as the money path makes them, and what can be expected of the responses.

import { randomUUID } from 'node:crypto'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { Instrument } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type Acquirer,
  type AcquirerRequest,
  type AcquirerRequestKind,
  type AcquirerResponse,
  type AcquirerResult,
  type BookEntry,
  type ClosingResult,
  type InquiryResult,
  isFailureCode,
  meaningOfRefusal,
  type OpenSettlementBatch,
  type RequestReference,
  type ReversalResult,
  type SendDeadline,
} from '../../payments/index.ts'
import { elapsedMs, onMonotonicClock } from '../../platform/concurrency/elapsed-time.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { closeOpenBatches, openBatchLedger } from './batch-ledger.ts'
import { ConformanceFailure, expect, NotApplicable } from './failure.ts'
import { openPreparedRequests } from './prepared-requests.ts'
import { type ConformanceSubject, type OptionalKind, optionalKinds } from './subject.ts'

type RequestOf<Kind extends AcquirerRequestKind> = Extract<AcquirerRequest, { kind: Kind }>
export type TrialPayment = RequestOf<'AUTHORIZE' | 'PAY'>
type Standalone = RequestOf<'STANDALONE_CAPTURE' | 'STANDALONE_REFUND'>
type LaterKind = 'CAPTURE' | 'REFUND' | 'VOID' | 'UPDATE_AUTHORIZATION'

/** A request with the response it got: what follows on it names both. */
export interface Exchange<Request extends AcquirerRequest = AcquirerRequest> {
  readonly request: Request
  readonly response: AcquirerResponse
}

/** In minor units of whichever currency. */
export const usualMinor = 10_00n

/** Codes of the gateway itself, which no acquirer may use. */
const gatewayOwnCodes: ReadonlySet<GatewayCode> = new Set<GatewayCode>([
  ...(['APPROVED_AUTO', 'AUTHENTICATION_IN_PROGRESS', 'BLOCKED', 'LOCK_FAILURE', 'SUBMITTED'] as const),
])

const defaultAnswerMs = 60_000
const booksMs = 60_000

export interface Trial {
  readonly subject: ConformanceSubject
  readonly acquirer: Acquirer
  /** Everything that the link has sent back. */
  readonly results: readonly unknown[]
  /** What requests were answered with. */
  readonly responses: readonly { readonly kind: AcquirerRequestKind; readonly gatewayCode: GatewayCode }[]
  payment(differences?: Partial<TrialPayment>): TrialPayment
  authorization(differences?: Partial<TrialPayment>): TrialPayment
  verification(instrument?: Instrument): RequestOf<'VERIFY'>
  standalone(kind: Standalone['kind']): Standalone
  following<Kind extends LaterKind>(kind: Kind, of: Exchange, amountMinor?: bigint): RequestOf<Kind>
  ask(request: AcquirerRequest, terms?: SendDeadline): Promise<AcquirerResult>
  /** The response; anything else is a failure. */
  answer(request: AcquirerRequest): Promise<AcquirerResponse>
  /** An approval; anything else is a failure. */
  approve<Request extends AcquirerRequest>(request: Request): Promise<Exchange<Request>>
  /** A definite failure at which no money moved. */
  refuse(request: AcquirerRequest): Promise<AcquirerResponse>
  /** One that the link calls a decision. */
  decideAgainst(request: AcquirerRequest): Promise<AcquirerResponse>
  inquire(request: AcquirerRequest): Promise<InquiryResult>
  reverse(request: AcquirerRequest): Promise<ReversalResult['kind']>
  /** The open batch, by the records of the checks; a check may change what the link is given of it. */
  closeBatch(changed?: (batch: OpenSettlementBatch) => Partial<OpenSettlementBatch>): Promise<ClosingResult>
  /** The acquirer's record of a request, once it is as wanted or enough time has passed. */
  entryOf(request: AcquirerRequest, isWanted: (entry: BookEntry | undefined) => boolean): Promise<BookEntry | undefined>
}

export function openTrial(subject: ConformanceSubject): Trial {
  const { link, acquirerMerchantId, currencies, cards, without = [], answerMs = defaultAnswerMs } = subject
  const { countsSuspensions = false } = subject
  const { acquirer, books } = link
  const prepared = openPreparedRequests(acquirer)
  const ledger = openBatchLedger()
  const [currency = 'USD'] = currencies
  const results: unknown[] = []
  const responses: { kind: AcquirerRequestKind; gatewayCode: GatewayCode }[] = []

  const common = () => ({ reference: newReference(), acquirerMerchantId, currency, details: {} })
  const payment = (differences: Partial<TrialPayment> = {}): TrialPayment => ({
    ...common(),
    kind: 'PAY',
    amountMinor: usualMinor,
    instrument: cards.approved,
    ...differences,
  })

  async function within<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    const onTimeout = () => {
      throw new ConformanceFailure(`${what}: no response within ${answerMs} ms`)
    }
    try {
      const result = await withTimeout(Promise.resolve(call()), { timeoutMs: answerMs, onTimeout })
      results.push(result)
      return result
    } catch (error) {
      if (error instanceof ConformanceFailure) throw error
      throw new ConformanceFailure(`${what} must be answered, and ended with an exception: ${messageOf(error)}`)
    }
  }

  const ask: Trial['ask'] = (request, terms = { sendBefore: elapsedMs() + answerMs }) =>
    within(request.kind, async () => {
      const isRepeat = prepared.isRepeated(request)
      const question = await prepared.of(request)
      const sendBefore = countsSuspensions ? terms.sendBefore : onMonotonicClock(terms.sendBefore)
      const result = await acquirer.ask(question, { sendBefore, isRepeat })
      ledger.note(question, result)
      if (result.kind === 'ANSWERED') responses.push({ kind: request.kind, gatewayCode: result.response.gatewayCode })
      return result
    })

  const answer: Trial['answer'] = async (request) => {
    const result = await ask(request)
    const why = result.kind === 'NOT_SENT' ? `: ${result.why}` : ''
    expect(result.kind === 'ANSWERED', `${request.kind} must be answered, and the response was ${result.kind}${why}`)
    const { gatewayCode } = result.response
    expect(
      Object.hasOwn(gatewayCodes, gatewayCode),
      `${request.kind} was answered with an unknown gatewayCode: ${JSON.stringify(gatewayCode)}`,
    )
    expect(
      !gatewayOwnCodes.has(gatewayCode),
      `${request.kind} was answered with ${gatewayCode}, which no acquirer may use`,
    )
    return result.response
  }

  const refuse: Trial['refuse'] = async (request) => {
    const response = await answer(request)
    const { gatewayCode, approvedMinor, authorizationCode, batch } = response
    expect(
      gatewayCodes[gatewayCode].result === 'FAILURE',
      `${request.kind} must be refused, and was answered with ${describe(response)}`,
    )
    expect(
      !approvedMinor && authorizationCode === undefined && batch === undefined,
      `${request.kind} was refused, and its answer has an approved amount, an authorization code or a batch`,
    )
    return response
  }

  return {
    subject,
    acquirer,
    results,
    responses,
    payment,
    authorization: (differences) => payment({ ...differences, kind: 'AUTHORIZE' }),
    verification: (instrument = cards.approved) => ({ ...common(), kind: 'VERIFY', instrument }),
    standalone: (kind) => ({
      ...common(),
      kind,
      amountMinor: usualMinor,
      instrument: cards.approved,
      details: kind === 'STANDALONE_CAPTURE' ? { transaction: { authorizationCode: 'A12345' } } : {},
    }),
    following: (kind, { request, response }, amountMinor = amountOf(request)) =>
      ({
        ...common(),
        kind,
        amountMinor,
        currency: request.currency,
        ...maskedNumberOf(request),
        initialReference: request.initialReference ?? request.reference,
        original: originalOf(request, response),
        ...(kind === 'REFUND' && { isAuthorizedFirst: false }),
        ...(kind === 'VOID' && omitUndefined({ batch: response.batch })),
      }) as unknown as RequestOf<typeof kind>,
    ask,
    answer,

    async approve(request) {
      const optional = optionalKinds.find((kind: OptionalKind) => kind === request.kind)
      if (optional && without.includes(optional)) throw new NotApplicable(`${optional} was left out`, 'NOT_RUN')
      const response = await answer(request)
      const { gatewayCode } = response
      if (gatewayCode === 'NOT_SUPPORTED' && optional)
        throw new NotApplicable(`the link answers ${request.kind} with NOT_SUPPORTED`)
      expect(isApproval(gatewayCode), `${request.kind} must be approved, and was answered with ${describe(response)}`)
      expectAmount(request, response)
      return { request, response: response }
    },

    refuse,

    async decideAgainst(request) {
      const response = await refuse(request)
      const { gatewayCode } = response
      const meaning = isFailureCode(gatewayCode)
        ? meaningOfRefusal(gatewayCode, request.kind, acquirer.capabilities.refusals)
        : undefined
      expect(
        meaning === 'DECIDED',
        `${request.kind} was answered with ${describe(response)} because of the state of its original, which is a decision, and refusals.${request.kind}.${gatewayCode} says ${meaning}`,
      )
      return response
    },

    inquire: (request) => within('An inquiry', async () => acquirer.inquire(referenceOf(await prepared.of(request)))),
    async reverse(request) {
      const reversing = async () => acquirer.reverse(referenceOf(await prepared.of(request)))
      const { kind } = await within('A reversal', reversing)
      if (kind === 'ACKNOWLEDGED') ledger.noteReversal(request.reference)
      return kind
    },
    closeBatch: (changed) =>
      within('Closing a batch', () => closeOpenBatches({ acquirer, acquirerMerchantId, ledger }, changed)),

    async entryOf(request, isWanted) {
      if (!books) throw new NotApplicable("the link cannot read the acquirer's records")
      // The next in the order of references is the one itself.
      const page = { acquirerMerchantId, afterReference: request.reference.slice(0, -1), limit: 16 }
      const read = async () => {
        const entries = await within('The records', () => books.list(page))
        return entries.find(({ reference }) => reference === request.reference)
      }
      return poll(read, isWanted, { timeoutMs: booksMs, firstPauseMs: 20, longestPauseMs: 500 })
    },
  }
}

/** As the gateway's own: 32 characters. */
function newReference(): string {
  return randomUUID().replaceAll('-', '')
}

function amountOf(request: AcquirerRequest): bigint {
  return 'amountMinor' in request ? request.amountMinor : usualMinor
}

function originalOf({ reference }: AcquirerRequest, response: AcquirerResponse) {
  const { transactionId, authorizationCode, authorizationResponse } = response
  const validationCode = authorizationResponse?.['validationCode']
  return { reference, ...omitUndefined({ transactionId, authorizationCode, validationCode }) }
}

/** Recovery knows no more of a request than this. */
function referenceOf(request: AcquirerRequest): RequestReference {
  const { reference, acquirerMerchantId, initialReference, wire } = request
  return { reference, acquirerMerchantId, ...omitUndefined({ initialReference, wire }), ...maskedNumberOf(request) }
}

/** As it is stored with a request: what follows knows no more of its account number. */
function maskedNumberOf(request: AcquirerRequest): Pick<RequestReference, 'maskedNumber'> {
  return omitUndefined({
    maskedNumber: 'instrument' in request ? request.instrument.number.masked : request.maskedNumber,
  })
}

export function isApproval(gatewayCode: GatewayCode): boolean {
  const { result, isOpen } = gatewayCodes[gatewayCode]
  return result === 'SUCCESS' && !isOpen
}

function expectAmount(request: AcquirerRequest, { gatewayCode, approvedMinor }: AcquirerResponse): void {
  if (approvedMinor === undefined) {
    expect(gatewayCode !== 'PARTIALLY_APPROVED', 'PARTIALLY_APPROVED must come with approvedMinor')
    return
  }
  expect(typeof approvedMinor === 'bigint', `approvedMinor must be a bigint, and was ${typeof approvedMinor}`)
  if (request.kind === 'VERIFY') expect(approvedMinor === 0n, 'a verification must not approve an amount')
  else if (gatewayCode === 'PARTIALLY_APPROVED')
    expect(
      approvedMinor > 0n && approvedMinor < request.amountMinor,
      `PARTIALLY_APPROVED must approve a part of ${request.amountMinor}, and approved ${approvedMinor}`,
    )
  else
    expect(
      approvedMinor === request.amountMinor,
      `${request.kind} over ${request.amountMinor} was approved over ${approvedMinor}`,
    )
}

/** For the report, which must not show an account number that the acquirer repeats. */
export function describe({ gatewayCode, acquirerCode, acquirerMessage }: AcquirerResponse): string {
  const words = [acquirerCode, acquirerMessage].filter((word) => word !== undefined).join(', ')
  return words === '' ? gatewayCode : `${gatewayCode} (${scrubAccountNumbers(words)})`
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
