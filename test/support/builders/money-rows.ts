// Attempts and outcomes as the money path records them, for tests of the store alone.
import { randomUUID } from 'node:crypto'
import type { Attempt, Outcome, TransactionKey } from '../../../src/payments/ports/transactions.ts'

export function attemptOn(key: TransactionKey, differences: Partial<Attempt> = {}): Attempt {
  return {
    key,
    attemptId: randomUUID(),
    at: new Date(),
    type: 'PAYMENT',
    entryPoint: 'WEB_SERVICES_API',
    currency: 'USD',
    orderAmountMinor: 1000n,
    amountMinor: 1000n,
    orderRevision: undefined,
    isExcessPermitted: false,
    link: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: key.merchantId },
    acquirerReference: randomUUID(),
    requestHash: { keyId: 'none', hash: Buffer.alloc(32) },
    request: {},
    deadlineMs: 60_000,
    ...differences,
  }
}

export function outcomeOf({ key, amountMinor }: Attempt, differences: Partial<Outcome> = {}): Outcome {
  return {
    key,
    claim: 0,
    at: new Date(),
    gatewayCode: 'APPROVED',
    amountMinor,
    orderStatus: 'CAPTURED',
    orderAmountMinor: amountMinor,
    totals: { authorizedMinor: amountMinor, capturedMinor: amountMinor, refundedMinor: 0n },
    response: { result: 'SUCCESS' },
    ...differences,
  }
}
