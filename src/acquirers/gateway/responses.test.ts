import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractFor } from '../../contract/operation.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../kernel/gateway-code.ts'
import { pay } from '../../payments/contract/pay.ts'
import { isPlausibleResponse } from '../../payments/rules/judgement.ts'
import { readReceivedBody } from '../redaction/received-body.ts'
import { openLinkRedactor } from '../redaction/redactor.ts'
import { outcomeOf, outcomeOfRefusal, readResult, refusals, type UpstreamResponse, upstreamCodes } from './responses.ts'

const codes = Object.keys(gatewayCodes) as GatewayCode[]
const results: readonly TransactionResult[] = ['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN']
const payment = { type: 'PAYMENT', amount: '10', currency: 'USD' } as const
const { response: rows } = contractFor(pay, 100)

const responseOf = (gatewayCode: GatewayCode, result: TransactionResult): UpstreamResponse => ({
  result,
  response: { gatewayCode },
  transaction: payment,
})
const read = (status: number, sent: unknown, { isReusedConnection = false } = {}) => {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent)
  const body = readReceivedBody(Buffer.from(text), openLinkRedactor([]).of({}))
  return readResult({ kind: 'RESPONSE', status, body, isReusedConnection }, rows, 'c-1')
}

describe('an answer of the upstream gateway', () => {
  /** The upstream's code, the only results that may stand beside it, and the outcome. */
  const changed = {
    APPROVED_AUTO: 'APPROVED',
    BLOCKED: 'DECLINED',
    LOCK_FAILURE: 'ACQUIRER_SYSTEM_ERROR',
    SUBMITTED: 'PENDING',
  } as Partial<Record<GatewayCode, GatewayCode>>

  it('becomes an outcome for each code, and only beside the result that belongs to it', () => {
    for (const code of codes)
      for (const result of results) {
        const expected = code === 'AUTHENTICATION_IN_PROGRESS' ? undefined : (changed[code] ?? code)
        const isFitting = result === gatewayCodes[code].result || (code === 'SUBMITTED' && result === 'PENDING')
        const outcome = outcomeOf(responseOf(code, result))
        assert.equal(outcome?.gatewayCode, isFitting ? expected : undefined, `${code} ${result}`)
      }
  })

  it('never becomes a code that an acquirer may not use, nor a success out of a failure', () => {
    for (const code of codes) {
      const { code: outcome } = upstreamCodes[code]
      if (!outcome) continue
      const approvedMinor = outcome === 'PARTIALLY_APPROVED' ? 5n : undefined
      const response = { gatewayCode: outcome, ...(approvedMinor && { approvedMinor }) }
      assert.ok(isPlausibleResponse(response, { type: 'PAYMENT', amountMinor: 10n }), code)
      if (gatewayCodes[code].result === 'FAILURE') assert.equal(gatewayCodes[outcome].result, 'FAILURE', code)
      if (gatewayCodes[code].isOpen) assert.ok(gatewayCodes[outcome].isOpen, code)
    }
  })

  it('is not understood without code, result, or the amount of an approval', () => {
    assert.equal(outcomeOf({}), undefined)
    assert.equal(outcomeOf({ result: 'SUCCESS' }), undefined)
    assert.equal(outcomeOf({ response: { gatewayCode: 'APPROVED' } }), undefined)
    const withoutAmount = {
      ...responseOf('APPROVED', 'SUCCESS'),
      transaction: { type: 'PAYMENT', currency: 'USD' } as const,
    }
    assert.equal(outcomeOf(withoutAmount), undefined)
  })

  it('brings the details of the acquirer behind it, and of settlement', () => {
    const outcome = outcomeOf({
      result: 'SUCCESS',
      response: {
        gatewayCode: 'PARTIALLY_APPROVED',
        acquirerCode: '10',
        acquirerMessage: 'partial approval',
        cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
        cardholderVerification: { avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' } },
        recurringPaymentAdvice: { acquirerCode: '03' },
      },
      authorizationResponse: { responseCode: '00' },
      giftCard: { availableBalance: { amount: '3.5', currency: 'USD' } },
      transaction: {
        ...payment,
        authorizationCode: 'A1',
        receipt: 'R1',
        stan: '42',
        terminal: 'T1',
        acquirer: {
          batch: 7,
          transactionId: 'tx',
          date: '1115',
          time: '102030',
          timeZone: '+0100',
          settlementDate: '2026-11-16',
        },
      },
    } as UpstreamResponse)
    assert.deepEqual(outcome, {
      gatewayCode: 'PARTIALLY_APPROVED',
      approvedMinor: 10_00n,
      acquirerCode: '10',
      acquirerMessage: 'partial approval',
      authorizationCode: 'A1',
      receipt: 'R1',
      stan: '42',
      terminal: 'T1',
      batch: 7,
      transactionId: 'tx',
      date: '1115',
      time: '102030',
      timeZone: '+0100',
      settlementDate: '2026-11-16',
      recurringPaymentAdvice: '03',
      giftCardBalanceMinor: 3_50n,
      cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
      cardholderVerification: { avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' } },
      authorizationResponse: { responseCode: '00' },
    })
  })
})

describe('the HTTP status of a response', () => {
  const response = { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } }
  const error = { result: 'ERROR', error: { cause: 'INVALID_REQUEST', explanation: 'No.' } }

  it('decides whether it is an answer, a refusal or no answer, for every status', () => {
    for (let status = 100; status < 600; status += 1) {
      const isResponse = status === 200 || status === 201
      const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
      assert.equal(read(status, response).kind, isResponse ? 'ANSWER' : 'NO_ANSWER', `${status}`)
      assert.equal(read(status, error).kind, isResponse ? 'ANSWER' : isRefusal ? 'REFUSAL' : 'NO_ANSWER', `${status}`)
    }
  })

  it('means nothing with a body that cannot be read', () => {
    for (const status of [200, 201, 400, 401, 403, 404, 500])
      for (const body of ['', '<html><h1>Bad request</h1></html>', '[]', '"text"', '{"result":', '{"a":1,"a":2}'])
        assert.equal(read(status, body).kind, 'NO_ANSWER', `${status} ${body}`)
  })

  it('is a refusal only with a well-formed error that says that nothing was executed', () => {
    for (const body of [
      {},
      { result: 'ERROR' },
      { error: { cause: 'INVALID_REQUEST' } },
      { result: 'SUCCESS', error: { cause: 'INVALID_REQUEST' } },
      { result: 'ERROR', error: 'INVALID_REQUEST' },
      { result: 'ERROR', error: { cause: 'SERVER_BUSY' } },
      { result: 'ERROR', error: { cause: 'SERVER_FAILED' } },
      { result: 'ERROR', error: { cause: 'SOMETHING_NEW' } },
    ])
      assert.equal(read(400, body).kind, 'NO_ANSWER', JSON.stringify(body))
    assert.equal(read(403, { result: 'ERROR', error: { cause: 'REQUEST_REJECTED' } }).kind, 'REFUSAL')
  })

  it('means nothing when the answer returns the correlation id of another request', () => {
    for (const [status, body] of [
      [200, response],
      [400, error],
    ] as const) {
      assert.equal(read(status, { ...body, correlationId: 'c-2' }).kind, 'NO_ANSWER')
      assert.notEqual(read(status, { ...body, correlationId: 'c-1' }).kind, 'NO_ANSWER')
    }
  })

  it('is a refusal on a connection that others used only when it returns the correlation id', () => {
    const reused = { isReusedConnection: true }
    assert.equal(read(400, error, reused).kind, 'NO_ANSWER')
    assert.equal(read(400, { ...error, correlationId: 'c-1' }, reused).kind, 'REFUSAL')
    assert.equal(read(200, response, reused).kind, 'ANSWER')
  })
})

describe('a refusal of the upstream gateway', () => {
  it('is a definite failure', () => {
    for (const [status, validationType, gatewayCode] of [
      [400, 'INVALID', 'UNSPECIFIED_FAILURE'],
      [400, 'MISSING', 'UNSPECIFIED_FAILURE'],
      [400, undefined, 'UNSPECIFIED_FAILURE'],
      [400, 'UNSUPPORTED', 'NOT_SUPPORTED'],
      [401, undefined, 'ACQUIRER_SYSTEM_ERROR'],
      [403, undefined, 'ACQUIRER_SYSTEM_ERROR'],
      [404, undefined, 'ACQUIRER_SYSTEM_ERROR'],
    ] as const) {
      const error = { cause: 'INVALID_REQUEST', explanation: 'No.', ...(validationType && { validationType }) }
      assert.equal(outcomeOfRefusal(status, error)?.gatewayCode, gatewayCode)
    }
  })

  it('is a decision where the upstream has looked at the order, and none where it could not', () => {
    const rows = [
      ['VOID', 'transaction.targetTransactionId', 'DECLINED'],
      ['VOID', 'apiOperation', 'DECLINED'],
      ['VOID', 'transaction.amount', 'UNSPECIFIED_FAILURE'],
      ['VOID', undefined, 'UNSPECIFIED_FAILURE'],
      ['VOID', 'merchantId', 'ACQUIRER_SYSTEM_ERROR'],
      ['REFUND', 'transaction.targetTransactionId', 'DECLINED'],
      ['REFUND', 'transaction.amount', 'DECLINED'],
      ['REFUND', 'transaction.currency', 'DECLINED'],
      ['REFUND', 'order.currency', 'DECLINED'],
      ['REFUND', 'apiOperation', 'DECLINED'],
      ['REFUND', 'billing.address.city', 'UNSPECIFIED_FAILURE'],
      ['CAPTURE', 'transaction.amount', 'DECLINED'],
      ['CAPTURE', 'apiOperation', 'DECLINED'],
      ['UPDATE_AUTHORIZATION', 'transaction.amount', 'DECLINED'],
      ['UPDATE_AUTHORIZATION', 'merchantId', 'ACQUIRER_SYSTEM_ERROR'],
      ['PAY', 'order.amount', 'UNSPECIFIED_FAILURE'],
      ['PAY', 'apiOperation', 'UNSPECIFIED_FAILURE'],
      ['AUTHORIZE', 'merchantId', 'ACQUIRER_SYSTEM_ERROR'],
    ] as const
    for (const [kind, field, gatewayCode] of rows) {
      const error = { cause: 'INVALID_REQUEST', validationType: 'INVALID', ...(field && { field }) }
      const outcome = outcomeOfRefusal(400, error, kind)
      assert.equal(outcome?.gatewayCode, gatewayCode, `${kind} ${field}`)
      assert.ok(refusals[kind][gatewayCode], `the table of refusals has ${gatewayCode}`)
    }
  })

  it('is not a definite failure when the ids were used before, since something was executed under them', () => {
    for (const field of ['order.id', 'transaction.id'])
      assert.equal(outcomeOfRefusal(400, { cause: 'INVALID_REQUEST', field }), undefined)
  })

  it('is reported in characters and in a length that answers may have', () => {
    const explanation = `Value für nichts: ${'x'.repeat(400)}`
    const { acquirerMessage = '' } =
      outcomeOfRefusal(400, { cause: 'INVALID_REQUEST', field: 'a.b', explanation }) ?? {}
    assert.match(acquirerMessage, /^a\.b: Value f\?r nichts: x+$/)
    assert.equal(acquirerMessage.length, 255)
  })
})
