// An opened acquirer link whose responses a test decides.

import type { OpenedLink } from '../../../src/acquirers/adapter.ts'
import type { ConnectionState } from '../../../src/acquirers/ports/link-states.ts'
import type { Acquirer, AcquirerRequest, AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import { elapsedMs } from '../../../src/platform/concurrency/elapsed-time.ts'
import { allCapabilities } from './capabilities.ts'

export const approved: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }

export interface FakeLink extends OpenedLink {
  /** What the next requests get; a function may wait. */
  result: () => AcquirerResult | Promise<AcquirerResult>
  isReachable: boolean
  states: readonly ConnectionState[]
  readonly asked: AcquirerRequest[]
  readonly checks: { count: number }
  readonly isConnected: () => boolean
  readonly isClosed: () => boolean
}

export function fakeLink(): FakeLink {
  let isConnected = false
  let isClosed = false
  const acquirer: Acquirer = {
    capabilities: allCapabilities,
    async isReachable() {
      link.checks.count += 1
      return link.isReachable
    },
    async ask(question) {
      link.asked.push(question)
      return link.result()
    },
    async inquire() {
      return { kind: 'NOT_FOUND' }
    },
    async reverse() {
      return { kind: 'ACKNOWLEDGED' }
    },
    async closeBatch() {
      return { kind: 'NOTHING_OPEN' }
    },
  }
  const link: FakeLink = {
    acquirer,
    result: () => approved,
    isReachable: true,
    states: [],
    asked: [],
    checks: { count: 0 },
    isConnected: () => isConnected,
    isClosed: () => isClosed,
    connect() {
      isConnected = true
    },
    connections: () => link.states,
    async close() {
      isClosed = true
    },
  }
  return link
}

export function verification(reference = 'R'): AcquirerRequest {
  return {
    kind: 'VERIFY',
    reference,
    acquirerMerchantId: 'M',
    currency: 'EUR',
    details: {},
    instrument: { kind: 'GIFT_CARD' },
  } as unknown as AcquirerRequest
}

/** Long enough for every machine. */
export const sendDeadline = () => ({ sendBefore: elapsedMs() + 60_000 })
