// Every place that turns what an acquirer, an upstream or a card host says into an end, a repetition or another way, as one table:
// what is said, and what it comes to. A decision ends something; being away never does.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closeAtUpstream } from '../../src/acquirers/gateway/index.ts'
import { authenticationAtUpstream } from '../../src/acquirers/gateway/payer-authentication.ts'
import { providerAtUpstream } from '../../src/acquirers/gateway/providers.ts'
import { outcomeOfRefusal, readResult, type UpstreamResult } from '../../src/acquirers/gateway/responses.ts'
import type { Upstream } from '../../src/acquirers/gateway/upstream.ts'
import { refusalsOf } from '../../src/acquirers/iso8583/response-codes.ts'
import { resultOf, reversalResult } from '../../src/acquirers/iso8583/responses.ts'
import { contractFor } from '../../src/contract/operation.ts'
import { Iso8583Message } from '../../src/iso8583/index.ts'
import type { GatewayCode } from '../../src/kernel/gateway-code.ts'
import { reject } from '../../src/kernel/rejection.ts'
import type { TransactionType } from '../../src/kernel/transaction-type.ts'
import { voidTransaction } from '../../src/payments/contract/void.ts'
import type { AcquirerRequestKind } from '../../src/payments/ports/acquirer.ts'
import { judgeResult, type ResultSummary, type TimeoutPolicy } from '../../src/payments/rules/judgement.ts'
import {
  isReversalEffective,
  type RecoveryContext,
  stepAfterInquiry,
  stepAfterReversal,
  stepsAfterRepeat,
} from '../../src/payments/rules/recovery.ts'
import { type FailureCode, progressOf, usualRefusals } from '../../src/payments/rules/refusal.ts'
import { undoStatusOf } from '../../src/payments/rules/undo-rejected.ts'

type Row = readonly [said: string, comesTo: unknown, decide: () => unknown]

/** The code that is recorded, and whether a reversal is owed. */
function judged(result: ResultSummary, type: TransactionType, afterSilence: TimeoutPolicy): readonly unknown[] {
  const request = { type, amountMinor: 10n, afterSilence, acceptsPartialAmount: false, assessment: undefined }
  const { gatewayCode, owesReversal } = judgeResult(result, request)
  return [gatewayCode, owesReversal ? 'reversed' : 'not reversed']
}
const said = (gatewayCode: GatewayCode, approvedMinor?: bigint): ResultSummary =>
  approvedMinor === undefined ? { kind: 'ANSWERED', gatewayCode } : { kind: 'ANSWERED', gatewayCode, approvedMinor }

const recovery: RecoveryContext = {
  ...{ canInquire: true, canReverse: true, holdsEarlyReversals: false },
  timeoutPolicy: 'ASK',
  ...{ isLateArrivalOver: false, isReversalArrivalOver: true },
}
const over = { ...recovery, isLateArrivalOver: true }

const { response: rows } = contractFor(voidTransaction, 100)
/** A response of the upstream as the link understands it. */
function upstream(status: number, error: object | undefined, kind: AcquirerRequestKind): string {
  const body = error
    ? { kind: 'JSON' as const, value: { result: 'ERROR', error } }
    : { kind: 'OTHER' as const, length: 9 }
  const result = readResult({ kind: 'RESPONSE', status, body, isReusedConnection: false } as never, rows, 'c')
  if (result.kind !== 'REFUSAL') return result.kind
  return outcomeOfRefusal(result.status, result.error, kind)?.gatewayCode ?? 'NO_ANSWER'
}
const invalid = (field?: string) => ({ cause: 'INVALID_REQUEST', validationType: 'INVALID', ...(field && { field }) })

const isoIdentity = { amount: '10', trace: '1', rrn: '1', transmission: '1118120000', terminal: '1' }
function host(code: string | undefined, kind: AcquirerRequestKind, isRepeat = false): string {
  const message = new Iso8583Message('0210')
  if (code !== undefined) message.set(39, code)
  const context = {
    ...{ question: { kind, amountMinor: 10n, details: {} }, identity: isoIdentity, isRepeat, now: new Date(0) },
    settings: { responseCodes: {}, specification: { fields: {} }, assignsReferences: true },
  }
  const result = resultOf(message, context as never)
  if (result.kind === 'ANSWERED') return result.response.gatewayCode
  return result.kind === 'NO_ANSWER' && result.isFinal ? 'people' : result.kind
}
const hostReversal = (code: string, isRepeat = false) =>
  reversalResult(new Iso8583Message('0430').set(39, code), isRepeat).kind

/** An upstream that responds so to every request. */
const upstreamResponding = (result: UpstreamResult) => {
  const ask = async () => result
  return { ask, send: ask, retrieveOrder: ask, retrieveTransaction: ask, closeBatch: ask } as unknown as Upstream
}
const refusal = (status: number, error: object): UpstreamResult => ({ kind: 'REFUSAL', status, error: error as never })
const silence: UpstreamResult = { kind: 'NO_ANSWER', why: 'no answer in time' }
const unsent: UpstreamResult = { kind: 'NOT_SENT', why: 'no connection' }

async function begun(result: UpstreamResult): Promise<string> {
  const provider = providerAtUpstream('PROVIDER_A', { upstream: upstreamResponding(result), acquirer: {} as never })
  const money = { amountMinor: 10n, currency: 'EUR', operation: 'PAY', confirmation: 'CONFIRM_AT_PROVIDER' }
  const place = { reference: 'R', acquirerMerchantId: 'M', returnUrl: 'https://shop.example/back' }
  const end = await provider.initiate({ ...money, ...place } as never, { sendBefore: Number.POSITIVE_INFINITY })
  return end.kind === 'DECIDED' ? end.response.gatewayCode : end.kind
}
const atProvider = async (result: UpstreamResult) =>
  (
    await providerAtUpstream('PROVIDER_A', { upstream: upstreamResponding(result), acquirer: {} as never }).getStatus({
      reference: 'R',
      acquirerMerchantId: 'M',
    })
  ).kind
const proof = async (result: UpstreamResult) => {
  const settings = { url: 'https://bank.example' } as never
  const link = { acquirerMerchantId: 'M' } as never
  return (await authenticationAtUpstream(upstreamResponding(result), settings).resultOf({ reference: 'R', link })).kind
}
const batchEnd = async (result: UpstreamResult) => {
  const total = { currency: 'EUR', capturedCount: 1, capturedMinor: 1n, refundedCount: 0, refundedMinor: 0n }
  const batch = { number: 1, count: async () => [total], async *transactions() {}, save: async () => true }
  return (await closeAtUpstream({ acquirerMerchantId: 'M', batch }, upstreamResponding(result))).kind
}

const meaningOf = (code: FailureCode) => usualRefusals[code]
const undone = (gatewayCode: GatewayCode, times = 1) => {
  const tries = Array.from({ length: times - 1 }, () => ({ gatewayCode }))
  return undoStatusOf({ kind: 'ANSWERED', gatewayCode }, { tries, meaningOf })
}

const places: Readonly<Record<string, readonly Row[]>> = {
  'the outcome of a request': [
    [
      'it was not sent',
      ['ACQUIRER_SYSTEM_ERROR', 'not reversed'],
      () => judged({ kind: 'NOT_SENT' }, 'PAYMENT', 'REVERSE'),
    ],
    ['nothing, to a payment', ['TIMED_OUT', 'reversed'], () => judged({ kind: 'NO_ANSWER' }, 'PAYMENT', 'REVERSE')],
    ['nothing, to a void', ['UNKNOWN', 'not reversed'], () => judged({ kind: 'NO_ANSWER' }, 'VOID_PAYMENT', 'ASK')],
    ['nothing, to an advice', ['UNKNOWN', 'not reversed'], () => judged({ kind: 'NO_ANSWER' }, 'CAPTURE', 'REPEAT')],
    ['more than was asked', ['TIMED_OUT', 'reversed'], () => judged(said('APPROVED', 11n), 'PAYMENT', 'REVERSE')],
    ['TIMED_OUT', ['TIMED_OUT', 'reversed'], () => judged(said('TIMED_OUT'), 'REFUND', 'REVERSE')],
    ['TIMED_OUT, to an advice', ['UNKNOWN', 'not reversed'], () => judged(said('TIMED_OUT'), 'CAPTURE', 'REPEAT')],
    ['a decline', ['DECLINED', 'not reversed'], () => judged(said('DECLINED'), 'PAYMENT', 'REVERSE')],
    ['a part', ['DECLINED', 'reversed'], () => judged(said('PARTIALLY_APPROVED', 5n), 'PAYMENT', 'REVERSE')],
  ],
  'recovery after an inquiry': [
    ['nothing', 'WAIT', () => stepAfterInquiry('NO_ANSWER', 'OPEN', recovery)],
    ['it is not known, yet', 'WAIT', () => stepAfterInquiry('NOT_FOUND', 'OPEN', recovery)],
    ['it is not known, and never arrives', 'FAIL', () => stepAfterInquiry('NOT_FOUND', 'OPEN', over)],
    ['an outcome', 'TAKE_ANSWER', () => stepAfterInquiry('DEFINITE', 'OPEN', recovery)],
    ['an impossible outcome', 'REVERSE', () => stepAfterInquiry('NONSENSE', 'OPEN', recovery)],
  ],
  'recovery after the repeat of an advice': [
    ['it was not sent this time', 'WAIT', () => stepsAfterRepeat.NOT_SENT],
    ['nothing', 'WAIT', () => stepsAfterRepeat.NO_ANSWER],
    ['an outcome', 'TAKE_ANSWER', () => stepsAfterRepeat.DEFINITE],
    ['an impossible outcome', 'RESOLVE_BY_HAND', () => stepsAfterRepeat.NONSENSE],
  ],
  'a reversal': [
    ['nothing', 'WAIT', () => stepAfterReversal('NO_ANSWER', recovery)],
    ['ACKNOWLEDGED', 'FAIL', () => stepAfterReversal('ACKNOWLEDGED', recovery)],
    ['REFUSED', 'INQUIRE', () => stepAfterReversal('REFUSED', recovery)],
    ['the reference is unknown, and may arrive', false, () => isReversalEffective('UNKNOWN_REFERENCE', recovery)],
    ['the reference is unknown, and never arrives', true, () => isReversalEffective('UNKNOWN_REFERENCE', over)],
  ],
  'a response of an upstream gateway': [
    ['500', 'NO_ANSWER', () => upstream(500, undefined, 'VOID')],
    ['503 with an error', 'NO_ANSWER', () => upstream(503, { cause: 'SERVER_BUSY' }, 'VOID')],
    ['429', 'NO_ANSWER', () => upstream(429, invalid(), 'PAY')],
    ['400 without an error', 'NO_ANSWER', () => upstream(400, undefined, 'PAY')],
    ['401', 'ACQUIRER_SYSTEM_ERROR', () => upstream(401, invalid(), 'VOID')],
    ['403, it is rejected', 'ACQUIRER_SYSTEM_ERROR', () => upstream(403, { cause: 'REQUEST_REJECTED' }, 'REFUND')],
    ['400, no link there', 'ACQUIRER_SYSTEM_ERROR', () => upstream(400, invalid('merchantId'), 'VOID')],
    ['400, the ids are used', 'NO_ANSWER', () => upstream(400, invalid('transaction.id'), 'REFUND')],
    ['400, the batch is closed', 'DECLINED', () => upstream(400, invalid('transaction.targetTransactionId'), 'VOID')],
    ['400, nothing to void', 'DECLINED', () => upstream(400, invalid('apiOperation'), 'VOID')],
    ['400, more than is left', 'DECLINED', () => upstream(400, invalid('transaction.amount'), 'REFUND')],
    ['400, of something else', 'UNSPECIFIED_FAILURE', () => upstream(400, invalid('customer.email'), 'PAY')],
  ],
  'an answer of a card host': [
    ['00', 'APPROVED', () => host('00', 'PAY')],
    ['no code', 'NO_ANSWER', () => host(undefined, 'PAY')],
    ['a code without a meaning', 'NO_ANSWER', () => host('ZZ', 'PAY')],
    ['68, received too late', 'NO_ANSWER', () => host('68', 'REFUND')],
    ['94, a duplicate', 'NO_ANSWER', () => host('94', 'REFUND')],
    ['91 to a refund', 'ACQUIRER_SYSTEM_ERROR', () => host('91', 'REFUND')],
    ['95 to the first void', 'DECLINED', () => host('95', 'VOID')],
    ['95 to a repeated void', 'people', () => host('95', 'VOID', true)],
    ['91 to a void', 'NO_ANSWER', () => host('91', 'VOID')],
    ['94 to a repeated void', 'APPROVED', () => host('94', 'VOID', true)],
    ['63 to the first void', 'ACQUIRER_SYSTEM_ERROR', () => host('63', 'VOID')],
    ['63 to a repeated void', 'NO_ANSWER', () => host('63', 'VOID', true)],
  ],
  'the answer of a card host to a reversal': [
    ['00', 'ACKNOWLEDGED', () => hostReversal('00')],
    ['25', 'UNKNOWN_REFERENCE', () => hostReversal('25')],
    ['91, away', 'NO_ANSWER', () => hostReversal('91')],
    ['96, in trouble', 'NO_ANSWER', () => hostReversal('96')],
    ['94 to the first', 'NO_ANSWER', () => hostReversal('94')],
    ['94 to a repeat', 'ACKNOWLEDGED', () => hostReversal('94', true)],
    ['12', 'REFUSED', () => hostReversal('12')],
    ['95, the batch is closed', 'REFUSED', () => hostReversal('95')],
    ['63, the keys differ, however often', 'NO_ANSWER', () => hostReversal('63', true)],
    ['03 to the first', 'NO_ANSWER', () => hostReversal('03')],
    ['03 to a repeat', 'REFUSED', () => hostReversal('03', true)],
    ['06 to the first', 'NO_ANSWER', () => hostReversal('06')],
    ['06 to a repeat', 'REFUSED', () => hostReversal('06', true)],
    ['30 to the first', 'NO_ANSWER', () => hostReversal('30')],
    ['30 to a repeat', 'REFUSED', () => hostReversal('30', true)],
    ['a code without a meaning to the first', 'NO_ANSWER', () => hostReversal('ZZ')],
    ['a code without a meaning to a repeat', 'REFUSED', () => hostReversal('ZZ', true)],
  ],
  "a try to undo a request at an upstream, by the upstream's record": [
    ['ACQUIRER_SYSTEM_ERROR', 'AGAIN', () => progressOf([{ gatewayCode: 'ACQUIRER_SYSTEM_ERROR' }], meaningOf)],
    ['DECLINED', 'REFUSED', () => progressOf([{ gatewayCode: 'DECLINED' }], meaningOf)],
    ['TIMED_OUT', 'WAIT', () => progressOf([{ gatewayCode: 'TIMED_OUT' }], meaningOf)],
    ['SYSTEM_ERROR', 'WAIT', () => progressOf([{ gatewayCode: 'SYSTEM_ERROR' }], meaningOf)],
    ['UNKNOWN', 'WAIT', () => progressOf([{ gatewayCode: 'UNKNOWN' }], meaningOf)],
    ['TIMED_OUT, and not done', 'AGAIN', () => progressOf([{ gatewayCode: 'TIMED_OUT', isSettled: true }], meaningOf)],
  ],
  'the beginning of a browser payment at an upstream': [
    ['it was not sent', 'NOT_SENT', () => begun(unsent)],
    ['nothing', 'NO_ANSWER', () => begun(silence)],
    ['400, the ids are used', 'NO_ANSWER', () => begun(refusal(400, invalid('order.id')))],
    ['400, of a field', 'UNSPECIFIED_FAILURE', () => begun(refusal(400, invalid('order.item')))],
    ['401', 'ACQUIRER_SYSTEM_ERROR', () => begun(refusal(401, invalid()))],
  ],
  'the status of a browser payment at an upstream': [
    ['nothing', 'NO_ANSWER', () => atProvider(silence)],
    ['there is no such order', 'NOT_FOUND', () => atProvider(refusal(400, { cause: 'INVALID_REQUEST' }))],
    ['401', 'NO_ANSWER', () => atProvider(refusal(401, { cause: 'INVALID_REQUEST' }))],
    ['400, of a field', 'NO_ANSWER', () => atProvider(refusal(400, invalid('order.id')))],
  ],
  'the proof of a payer authentication at an upstream': [
    ['nothing', 'NO_ANSWER', () => proof(silence)],
    ['400', 'UNAVAILABLE', () => proof(refusal(400, { cause: 'INVALID_REQUEST' }))],
  ],
  'closing a batch at an upstream': [
    ['nothing', 'NO_ANSWER', () => batchEnd(silence)],
    ['it was not sent', 'NO_ANSWER', () => batchEnd(unsent)],
    ['400, by schedule alone', 'REFUSED', () => batchEnd(refusal(400, invalid('apiOperation')))],
  ],
  'the void or refund of a payment that was rejected in review': [
    ['ACQUIRER_SYSTEM_ERROR, ten times', 'OWED', () => undone('ACQUIRER_SYSTEM_ERROR', 10)],
    ['LOCK_FAILURE', 'OWED', () => undone('LOCK_FAILURE')],
    ['UNSPECIFIED_FAILURE', 'OWED', () => undone('UNSPECIFIED_FAILURE')],
    ['UNSPECIFIED_FAILURE, three times', 'IMPOSSIBLE', () => undone('UNSPECIFIED_FAILURE', 3)],
    ['DECLINED', 'IMPOSSIBLE', () => undone('DECLINED')],
    ['UNKNOWN', 'OWED', () => undone('UNKNOWN')],
    [
      'the gateway knows that the batch is closed',
      'IMPOSSIBLE',
      () => undoStatusOf(reject('BATCH_CLOSED'), { tries: [], meaningOf }),
    ],
    ['no link at present', 'OWED', () => undoStatusOf(reject('NO_ACQUIRER_LINK'), { tries: [], meaningOf })],
  ],
}

describe('what is said about money', () => {
  for (const [place, decisions] of Object.entries(places))
    for (const [what, comesTo, decide] of decisions)
      it(`to ${place}: "${what}" comes to ${[comesTo].flat().join(', ')}`, async () =>
        assert.deepEqual(await decide(), comesTo))

  it('includes the duplicate of a card host among what may have been done, where the operator gives it a meaning', () => {
    const { REFUND, VOID } = refusalsOf({ '94': 'DUPLICATE_BATCH' })
    assert.deepEqual([REFUND.DUPLICATE_BATCH, VOID.DECLINED], ['UNCERTAIN', 'DECIDED'])
  })
})
