import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reject } from '../../kernel/rejection.ts'
import type { OperationResponse } from '../../payments/call.ts'
import type { TransactionResponse } from '../../payments/contract/transaction-response.ts'
import { readCreatedTransaction, refuseOrderCommand } from './order-command.ts'

const key = { merchantId: 'SHOP1', orderId: 'o\n1' }

function answered(result: string, response: object): OperationResponse<TransactionResponse> {
  const body = {
    result,
    response,
    order: { status: 'REFUNDED' },
    transaction: { id: 't', type: 'REFUND', amount: '1.5', currency: 'USD', acquirer: { id: 'A' } },
  }
  return { kind: 'ANSWERED', isFirst: true, response: body as unknown as TransactionResponse }
}

describe('the outcome of a transaction', () => {
  it('is shown in full when it succeeded', () => {
    assert.deepEqual(readCreatedTransaction(answered('SUCCESS', { gatewayCode: 'APPROVED' }), key), {
      ...key,
      transactionId: 't',
      type: 'REFUND',
      amount: '1.5',
      currency: 'USD',
      result: 'SUCCESS',
      gatewayCode: 'APPROVED',
      orderStatus: 'REFUNDED',
    })
  })

  const cases = [
    ['FAILURE', { gatewayCode: 'DECLINED' }, 'Failed: the gateway code is DECLINED.'],
    [
      'FAILURE',
      { gatewayCode: 'DECLINED', acquirerMessage: 'Call\nus' },
      'Failed: the gateway code is DECLINED (Call?us).',
    ],
    [
      'FAILURE',
      { gatewayCode: 'LOCK_FAILURE' },
      'Another transaction of order o?1 is in progress. Nothing was executed; try again.',
    ],
    [
      'UNKNOWN',
      { gatewayCode: 'UNKNOWN' },
      'The outcome is not known yet. The gateway keeps checking; see "order show" later.',
    ],
  ] as const
  for (const [result, response, message] of cases) {
    it(`is a failure in one line when it is ${result} and ${response.gatewayCode}: ${message}`, () => {
      assert.deepEqual(readCreatedTransaction(answered(result, response), key), { kind: 'REFUSED', message })
    })
  }
})

describe('a failure', () => {
  it('is explained in words with the code that programs get', () => {
    assert.equal(refuseOrderCommand(reject('AMOUNT_EXCEEDED', 'Too much.'), key).message, 'Too much.')
    assert.equal(refuseOrderCommand(reject('OVERLOADED'), key).message, 'Rejected: OVERLOADED.')
  })

  it('shows ids of orders on one line', () => {
    assert.equal(refuseOrderCommand({ kind: 'UNKNOWN_ORDER' }, key).message, 'Order o?1 of SHOP1 does not exist.')
    assert.equal(refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key).message, 'Merchant SHOP1 does not exist.')
  })
})
