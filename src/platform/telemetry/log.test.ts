import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { readableLine } from './log.ts'

function lineOf(values: object): string | undefined {
  const line = readableLine(JSON.stringify({ level: 'info', time: '2026-01-02T03:04:05.678Z', ...values }))
  return line === undefined ? undefined : stripVTControlCharacters(line)
}

const request = { requestId: 'r-1', method: 'PUT', clientAddress: '127.0.0.1', msg: 'request' }
const route = '/order/:orderId/transaction/:transactionId'
const payment = { ...request, route, operation: 'PAY', merchant: 'TESTMERCHANT', order: 'order-1', transaction: '1' }

describe('a log line in a terminal', () => {
  it('shows a payment with its operation, order, transaction, status, result and duration', () => {
    const approved = { ...payment, result: 'SUCCESS', gatewayCode: 'APPROVED', status: 201, ms: 34.123 }
    assert.equal(lineOf(approved), 'PUT PAY order-1/1 201 APPROVED 34 ms\n')
    assert.equal(lineOf({ ...approved, gatewayCode: 'DECLINED', ms: 4.56 }), 'PUT PAY order-1/1 201 DECLINED 4.6 ms\n')
  })

  it('shows why a request was refused', () => {
    const refused = { ...payment, error: 'FIELD_INVALID', status: 400, ms: 12 }
    assert.equal(lineOf(refused), 'PUT PAY order-1/1 400 FIELD_INVALID 12 ms\n')
    const unknown = { ...request, method: 'GET', error: 'UNKNOWN_PATH', status: 404, ms: 1 }
    assert.equal(lineOf(unknown), 'GET 404 UNKNOWN_PATH 1.0 ms\n')
  })

  it('says that the client had left before the answer', () => {
    const left = { ...payment, result: 'SUCCESS', gatewayCode: 'APPROVED', status: 201, isDelivered: false, ms: 34 }
    assert.equal(lineOf(left), 'PUT PAY order-1/1 201 APPROVED (the client had left) 34 ms\n')
  })

  it('shows pages that payers open, and leaves out files, the console, the reference and probes unless they fail', () => {
    const page = { ...request, method: 'GET', result: 'SUCCESS', status: 200, ms: 8 }
    assert.equal(lineOf({ ...page, route: '/checkout/pay/:sessionId' }), 'GET /checkout/pay/:sessionId 200 8.0 ms\n')
    for (const quiet of ['/console/*', '/docs', '/docs/openapi/:file', '/static/checkout/:file', undefined])
      assert.equal(lineOf({ ...page, route: quiet }), undefined, String(quiet))
    const failed = { ...page, route: '/health/ready', status: 503, result: undefined }
    assert.equal(lineOf(failed), 'GET /health/ready 503 8.0 ms\n')
  })

  it('shows any other message with its values, and warnings and errors with their level', () => {
    assert.equal(lineOf({ msg: 'stopping', signal: 'SIGINT' }), 'stopping (signal=SIGINT)\n')
    const err = { type: 'Error', message: 'it broke', stack: 'Error: it broke\n    at there' }
    assert.equal(lineOf({ level: 'warn', msg: 'lost', err }), 'warn: lost\n  it broke\n')
    assert.equal(lineOf({ level: 'error', msg: 'lost', err }), 'error: lost\n  Error: it broke\n    at there\n')
    assert.equal(lineOf({ msg: 'replaced', worker: 2, links: ['a'] }), 'replaced (links=["a"], worker=2)\n')
  })
})
