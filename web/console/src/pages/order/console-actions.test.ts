// What users can do with an order, and what is sent for it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrderDetails } from '../orders/wire.ts'
import { type ConsoleAction, type ConsoleActionKind, consoleActionBody, consoleActionsOf } from './console-actions.ts'

const order = {
  currency: 'USD',
  disputes: [],
  transactions: [{ transactionId: '2', type: 'CAPTURE', amount: '30' }],
  actions: [
    { kind: 'CAPTURE', left: '70' },
    { kind: 'REFUND', targetTransactionId: '2', left: '30' },
    { kind: 'REFUND', targetTransactionId: '3', left: '5' },
    { kind: 'UPDATE_AUTHORIZATION', authorized: '100' },
    { kind: 'REVIEW', transactionId: '1' },
  ],
} as unknown as OrderDetails

function action(kind: ConsoleActionKind): ConsoleAction {
  return consoleActionsOf(order).find((each) => each.kind === kind) ?? assert.fail(`${kind} is not offered`)
}

const entered = { transactionId: 'manual-1', amount: '100.00', target: undefined, note: ' ' }

describe('the actions on an order', () => {
  it('are offered once for each kind, with all possible targets', () => {
    assert.deepEqual(
      consoleActionsOf(order).map(({ kind, left, targets }) => [kind, left, ...targets.map((target) => target.left)]),
      [
        ['CAPTURE', '70'],
        ['REFUND', undefined, '30', '5'],
        ['UPDATE_AUTHORIZATION', '100'],
      ],
    )
    assert.equal(action('REFUND').targets[0]?.label, 'Capture of 30.00 USD · 2')
  })

  it('of a disputed order put the refund last', () => {
    const kinds = (state: string) =>
      consoleActionsOf({ ...order, disputes: [{ state }] } as unknown as OrderDetails).map(({ kind }) => kind)
    for (const state of ['INFORMATION_REQUESTED', 'PENDING', 'LOST'])
      assert.deepEqual(kinds(state), ['CAPTURE', 'UPDATE_AUTHORIZATION', 'REFUND'], state)
    assert.deepEqual(kinds('WON'), ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION'])
  })

  it('are sent with amount, target and note', () => {
    const [target] = action('REFUND').targets
    assert.deepEqual(
      consoleActionBody(action('REFUND'), { ...entered, amount: '7', target, note: 'Broken cup ' }, 'USD'),
      {
        transactionId: 'manual-1',
        amount: '7',
        currency: 'USD',
        targetTransactionId: '2',
        merchantNote: 'Broken cup',
      },
    )
  })

  it('extend an authorization when its amount is unchanged', () => {
    assert.deepEqual(consoleActionBody(action('UPDATE_AUTHORIZATION'), entered, 'USD'), { transactionId: 'manual-1' })
    assert.deepEqual(consoleActionBody(action('UPDATE_AUTHORIZATION'), { ...entered, amount: '100.01' }, 'USD'), {
      transactionId: 'manual-1',
      amount: '100.01',
      currency: 'USD',
    })
  })
})
