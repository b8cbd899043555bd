// The runs of an operation: an order that changes between reading and recording is read again, a limited number of times.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InitiateBrowserPaymentRequest } from '../browser-payments/contract/initiate-browser-payment.ts'
import {
  type BrowserPaymentJobDependencies,
  createBrowserPayments,
} from '../browser-payments/create-browser-payments.ts'
import { type Merchant, profileDefaults } from '../merchants/rules/merchant.ts'
import type { Call } from '../payments/call.ts'
import { UnsealAuditLog } from '../payments/masking/storable-request.ts'
import type { AttemptResult, StoredOrder } from '../payments/ports/transactions.ts'
import { type OperationHandlers, type RunDependencies, runOperation } from './run-operation.ts'

const at = new Date('2026-02-03T04:05:06Z')
const key = { merchantId: 'SHOP', orderId: 'O1', transactionId: '1' }
const order = {
  id: 'O1',
  currency: 'EUR',
  amountMinor: 1000n,
  revision: 1,
  isLocked: false,
  createdAt: at,
  updatedAt: at,
}
const stored: StoredOrder = { order: { ...order, transactions: [] }, transactions: [] }

const merchant = {
  id: 'SHOP',
  profile: {
    ...profileDefaults,
    currencies: ['EUR'],
    providers: [{ provider: 'PROVIDER_B', adapter: 'provider', account: 'ACCOUNT' }],
  },
} as unknown as Merchant

const call: Call = {
  merchant,
  key,
  traits: {},
  unsealAudit: new UnsealAuditLog(),
  reader: { hasCertificate: false, asksUnmasked: false },
}

const request = {
  order: { amount: '10.00', currency: 'EUR' },
  sourceOfFunds: { type: 'PROVIDER_B' },
  browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/' },
} as unknown as InitiateBrowserPaymentRequest

/** A store where every attempt is refused, and what was done with it. */
function storeWith(refusal: Exclude<AttemptResult['kind'], 'RECORDED'>, options: { readonly isKnown?: boolean } = {}) {
  const steps: string[] = []
  const store = {
    hasSeenOrder: () => options.isKnown ?? false,
    findOrder: async () => {
      steps.push('read')
      return stored
    },
    recordAttempt: async () => {
      steps.push('record')
      return { kind: refusal }
    },
  }
  const dependencies = {
    store,
    clock: { now: () => at },
    providers: { of: () => ({ offer: { currencies: ['EUR'] } }) },
    acquirers: { current: () => undefined },
    identifiers: { redirectToken: () => 'T', attemptId: () => 'A', acquirerReference: () => 'R' },
    vault: { keyedHash: () => ({ keyId: 'K', hash: Buffer.alloc(32) }) },
    timeouts: {},
  } as unknown as BrowserPaymentJobDependencies & RunDependencies
  const { operations } = createBrowserPayments(dependencies)
  const run = (values: object) =>
    runOperation(
      { name: 'INITIATE_BROWSER_PAYMENT', values, call },
      operations as unknown as OperationHandlers,
      dependencies,
    )
  return { steps, run }
}

describe('an operation on an order', () => {
  it('that changes during every run returns LOCK_FAILURE after the fifth', async () => {
    const { steps, run } = storeWith('ORDER_MOVED')
    const result = await run(request)
    assert.equal(result.kind, 'ANSWERED')
    assert.equal(result.kind === 'ANSWERED' && JSON.stringify(result.response).includes('"LOCK_FAILURE"'), true)
    assert.deepEqual(steps, ['record', ...Array(4).fill(['read', 'record']).flat(), 'read'])
  })

  it('that is busy returns LOCK_FAILURE after the first run', async () => {
    const { steps, run } = storeWith('ORDER_LOCKED', { isKnown: true })
    const result = await run(request)
    assert.equal(result.kind === 'ANSWERED' && JSON.stringify(result.response).includes('"LOCK_FAILURE"'), true)
    assert.deepEqual(steps, ['read', 'record', 'read'])
  })

  it('whose transaction exists at every run, and is never found, is refused as overload', async () => {
    const { run } = storeWith('DUPLICATE')
    const result = await run(request)
    assert.equal(result.kind === 'REJECTED' && result.reason, 'OVERLOADED')
  })

  it('is refused only once the order was read, because the request may be valid for the existing order', async () => {
    const { steps, run } = storeWith('ORDER_MOVED')
    const wrong = { ...request, order: { amount: '10.00', currency: 'USD' } }
    const result = await run(wrong)
    assert.equal(result.kind === 'REJECTED' && result.reason, 'CURRENCY_NOT_PERMITTED')
    assert.deepEqual(steps, ['read'])
  })
})
