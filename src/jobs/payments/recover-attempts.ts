// Brings abandoned attempts to an outcome: those a crash or a pause left in flight, and those whose outcome was open.
// It never asks for the payment again; it asks what became of it, or has it undone.

import { inTime, noAnswer } from '../../concurrency/with-timeout.ts'
import { isBrowserPayment } from '../../domain/browser-payments/browser-payment.ts'
import { afterSilenceOf } from '../../domain/payments/after-silence.ts'
import { gatewayCodes } from '../../domain/payments/gateway-code.ts'
import { makesSense } from '../../domain/payments/judgement.ts'
import {
  afterInquiry,
  afterReversal,
  type Circumstances,
  firstStep,
  type InquiryResult,
  type RecoveryState,
  type RecoveryStep,
} from '../../domain/payments/recovery.ts'
import type { Ports } from '../../operations/call.ts'
import { type Reply, recordOutcome, workOutOutcome } from '../../operations/payments/settle.ts'
import type { Acquirer, AcquirerFate } from '../../ports/acquirers/acquirer.ts'
import type { ClaimedTransaction } from '../../ports/payments/recovery-store.ts'
import type { Outcome } from '../../ports/payments/transactions.ts'
import { type LookAfterPorts, lookAfterBrowserPayment } from '../browser-payments/poll-browser-payments.ts'
import { ignore, type OnError } from '../count-settled.ts'
import { type DueWork, type Worked, workOffOnce } from './work-through-lanes.ts'

export type RecoveryPorts = LookAfterPorts & Pick<Ports, 'acquirers' | 'risk'>

export function dueAttempts(ports: RecoveryPorts, onError: OnError): DueWork<ClaimedTransaction> {
  const leaseMs = leaseOf(ports)
  return {
    claim: (roomFor) => ports.store.claimOverdue({ leaseMs, roomFor }),
    work: (attempt) => recover(attempt, ports),
    onError,
  }
}

/** Everything that is overdue now. Returns how many attempts were brought to an outcome. */
export function recoverAttempts(ports: RecoveryPorts, onError: OnError = ignore): Promise<number> {
  return workOffOnce(dueAttempts(ports, onError))
}

/** Nobody else takes a claimed attempt for this long: longer than any one call to the acquirer, and renewed before the
 * second. */
const leaseMarginMs = 10_000

function leaseOf({ patience }: Pick<Ports, 'patience'>): number {
  return patience.acquirerTimeoutMs + leaseMarginMs
}

async function recover(attempt: ClaimedTransaction, ports: RecoveryPorts): Promise<Worked> {
  const { journey, type, link } = attempt
  if (isBrowserPayment(journey))
    return { isEnded: await lookAfterBrowserPayment(attempt, journey, ports), isHeard: true }
  // No acquirer has ever heard of an authentication.
  if (type === 'AUTHENTICATION') return settleAs({ kind: 'noAnswer' }, attempt, ports)
  const acquirer = ports.acquirers.of(link)
  if (!acquirer) return later(attempt, ports)
  return walk(attempt, acquirer, ports)
}

/** Step by step, until there is an outcome or nothing more to be done now. */
async function walk(attempt: ClaimedTransaction, acquirer: Acquirer, ports: RecoveryPorts): Promise<Worked> {
  const circumstances = circumstancesOf(attempt, acquirer)
  let state: RecoveryState = attempt.isReversalSent ? 'REVERSAL_SENT' : 'OPEN'
  let step: RecoveryStep = firstStep(state, circumstances)
  let fate: AcquirerFate = noAnswer
  for (;;) {
    switch (step) {
      case 'INQUIRE': {
        fate = await inquire(attempt, acquirer, ports)
        step = afterInquiry(resultOf(fate, attempt), state === 'OPEN' ? 'OPEN' : 'REVERSAL_REFUSED', circumstances)
        break
      }
      case 'REVERSE': {
        if (!(await ports.store.markReversalSent(attempt, leaseOf(ports)))) return { isEnded: false, isHeard: true }
        const { kind } = await reverse(attempt, acquirer, ports)
        state = kind === 'refused' ? 'REVERSAL_REFUSED' : 'REVERSAL_SENT'
        step = afterReversal(kind, circumstances)
        if (kind === 'noAnswer') fate = noAnswer
        break
      }
      case 'TAKE_ANSWER':
        if (fate.kind !== 'answered') throw new Error('there is no answer to take')
        return settleAs(fate, attempt, ports)
      case 'COUNT_AS_SILENT':
        return settleAs({ kind: 'noAnswer' }, attempt, ports)
      case 'FAIL':
        return settleAs({ kind: 'notSent', why: 'the acquirer never got it, or has forgotten it' }, attempt, ports)
      case 'WAIT':
        return later(attempt, ports, fate.kind !== 'noAnswer')
      case 'RESOLVE_BY_HAND':
        // The merchant is told first that nobody knows.
        if (attempt.isInFlight) return settleAs({ kind: 'noAnswer' }, attempt, ports)
        await ports.store.holdForPeople(attempt, 'CANNOT_BE_SETTLED')
        return { isEnded: true, isHeard: true }
    }
  }
}

function circumstancesOf({ type, sinceSendableMs }: ClaimedTransaction, { capabilities }: Acquirer): Circumstances {
  const { lateArrivalMs, afterSilence } = capabilities
  return {
    ...capabilities,
    afterSilence: afterSilenceOf(type, afterSilence),
    isLateArrivalOver: sinceSendableMs > lateArrivalMs,
  }
}

function inquire({ link, acquirerReference: reference }: ClaimedTransaction, acquirer: Acquirer, ports: RecoveryPorts) {
  return inTime(acquirer.inquire({ acquirerMerchantId: link.acquirerMerchantId, reference }), {
    timeoutMs: ports.patience.acquirerTimeoutMs,
    silence: noAnswer,
  })
}

function reverse({ link, acquirerReference: reference }: ClaimedTransaction, acquirer: Acquirer, ports: RecoveryPorts) {
  return inTime(acquirer.reverse({ acquirerMerchantId: link.acquirerMerchantId, reference }), {
    timeoutMs: ports.patience.acquirerTimeoutMs,
    silence: noAnswer,
  })
}

function resultOf(fate: AcquirerFate, attempt: ClaimedTransaction): InquiryResult {
  if (fate.kind !== 'answered') return fate.kind
  if (!makesSense(fate.answer, attempt)) return 'nonsense'
  return gatewayCodes[fate.answer.gatewayCode].isOpen ? 'open' : 'definite'
}

/** Records what a reply comes to. What is open and was so already is not news: nobody is told again. */
async function settleAs(reply: Reply, attempt: ClaimedTransaction, ports: RecoveryPorts): Promise<Worked> {
  const { key, claim } = attempt
  const [stored, access] = await Promise.all([ports.store.findOrder(key), ports.store.findMerchant(key.merchantId)])
  if (!stored || !access) return later(attempt, ports)
  const about = {
    attempt: { ...attempt, at: attempt.recordedAt },
    order: stored.order,
    merchant: access.merchant,
    claim,
  }
  const outcome = await workOutOutcome(reply, about, ports)
  if (isKnown(outcome, attempt)) return later(attempt, ports, true)
  const { recorded } = await recordOutcome(outcome, about, ports)
  return { isEnded: recorded === 'RECORDED', isHeard: true }
}

function isKnown(outcome: Outcome, { gatewayCode, amountMinor, batch }: ClaimedTransaction): boolean {
  return (
    outcome.askAgainAfterMs !== undefined &&
    outcome.gatewayCode === gatewayCode &&
    outcome.amountMinor === amountMinor &&
    outcome.batch === batch
  )
}

/** A silent acquirer is asked again within half a minute; one that answers without a decision less often with every hour
 * that it takes. */
async function later(attempt: ClaimedTransaction, ports: RecoveryPorts, isHeard = false): Promise<Worked> {
  const ageMs = Math.max(attempt.sinceSendableMs, 0)
  const { askAgainAfterMs } = ports.patience
  const afterMs = isHeard
    ? clamp(ageMs / 10, Math.min(askAgainAfterMs, 1_000), 600_000)
    : clamp(ageMs / 4, Math.min(askAgainAfterMs, 1_000), 30_000)
  await ports.store.lookAgainLater(attempt, afterMs)
  return { isEnded: false, isHeard }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
