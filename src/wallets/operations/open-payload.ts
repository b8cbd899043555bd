// Verifies and decrypts a wallet's payload for a request, within the limits on payloads that are refused: verifying costs more than
// anything else that a payer can ask for, and a refused payload uses no attempt.

import { networkOf } from '../../kernel/ip-address.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { PayloadCall } from '../../payments/ports/wallet-payloads.ts'
import { velocityLimitsOf } from '../../platform/counters/limits.ts'
import { payerAddressOf } from '../../risk/operations/assess-risk.ts'
import type { PayloadAttempt } from '../../risk/rules/velocity/payloads.ts'
import type { WalletDependencies } from '../dependencies.ts'
import type { WalletFault, WalletPayment, WalletRefusal } from '../ports/wallets.ts'

export interface OpenedPayload {
  readonly result: WalletPayment | WalletRefusal
  /** The payload is refused for a reason outside it: it counts, once. */
  readonly countRefused: () => void
}

/** What is wrong at the gateway, not with the payload. */
const faultsOfGateway: ReadonlySet<WalletFault> = new Set(['NO_KEY', 'NO_ROOT', 'BUSY'])

/** An operation may run twice for one request: the payload is verified and counted once. */
const openedBefore = new WeakMap<Secret, Promise<OpenedPayload | Rejection>>()

export function openPayload(
  payload: Secret,
  call: PayloadCall,
  ports: Pick<WalletDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<OpenedPayload | Rejection> {
  const before = openedBefore.get(payload)
  if (before) return before
  const opening = openOnce(payload, call, ports)
  openedBefore.set(payload, opening)
  return opening
}

async function openOnce(
  payload: Secret,
  call: PayloadCall,
  { wallets, velocity, clock }: Pick<WalletDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<OpenedPayload | Rejection> {
  const attempt = attemptOf(call)
  const admission = await velocity.admitPayload(attempt)
  if (admission.kind === 'REFUSED') {
    velocity.countUnrecordedRefusal(attempt.merchantId, admission.limit)
    return reject('VELOCITY_LIMIT_REACHED')
  }
  let isUsable = true
  try {
    const result = await wallets.open(payload, { merchantId: attempt.merchantId, at: clock.now() })
    isUsable = result.kind === 'OPENED' || faultsOfGateway.has(result.fault)
    let isCounted = !isUsable
    const countRefused = () => {
      if (!isCounted) velocity.countRefusedPayload(attempt)
      isCounted = true
    }
    return { result, countRefused }
  } finally {
    admission.settle({ isUsable })
  }
}

function attemptOf(call: PayloadCall): PayloadAttempt {
  const { id: merchantId, profile } = call.merchant
  const payerAddress = payerAddressOf(call)
  const limits = velocityLimitsOf(payerAddress === undefined ? profile.apiVelocityLimits : profile.velocityLimits)
  return {
    merchantId,
    limits,
    address: payerAddress === undefined ? undefined : networkOf(payerAddress),
    session: call.usedSession?.hash.toString('base64url'),
  }
}
