// Replaces what a wallet has encrypted by its content: number, expiry, cryptogram and electronic commerce indicator take the
// places where a request would contain them in clear.

import { type Explanation, explain, followedBy } from '../../kernel/explanation.ts'
import { networkOf } from '../../kernel/ip-address.ts'
import { parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import type {
  Call,
  OpenedDevicePayment,
  PayloadCall,
  PayloadUse,
  RequestWithSource,
  TermsToConfirm,
  UsablePayload,
  WalletPayloads,
} from '../../payments/index.ts'
import { velocityLimitsOf } from '../../platform/counters/limits.ts'
import { type PayloadAttempt, payerAddressOf } from '../../risk/index.ts'
import type { WalletDependencies } from '../dependencies.ts'
import type { WalletFault, WalletPayment, WalletRefusal } from '../ports/wallets.ts'
import { walletNames } from '../rules/wallet.ts'

const field = 'sourceOfFunds.provided.card.devicePayment.paymentToken'

export async function openDevicePayment<R extends RequestWithSource>(
  request: R,
  { call, ...terms }: TermsToConfirm & { readonly call: PayloadCall },
  dependencies: Pick<WalletDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<OpenedDevicePayment<R> | Rejection> {
  const { sourceOfFunds } = request
  const { paymentToken, threeDSecure } = sourceOfFunds?.provided?.card?.devicePayment ?? {}
  if (!paymentToken) return { request }
  if (threeDSecure) return refuse(explain('It must not be combined with a decrypted cryptogram.'))
  if (sourceOfFunds?.token !== undefined || sourceOfFunds?.provided?.card?.number)
    return refuse(explain('It must not be combined with a card number or a token.'))
  const opened = await openPayload(paymentToken, call, dependencies)
  if (isRejection(opened)) return opened
  const { result, countRefused } = opened
  if (result.kind === 'REFUSED') return refusePayload(result)
  const refused = refuseOtherTerms(result, terms)
  if (refused) countRefused()
  if (refused) return refused
  const { payloadHash, expiresAt } = result
  return { request: withContent(request, result), payload: { payloadHash, expiresAt, countRefused } }
}

/**
 * The card whose holder is to be authenticated. Nothing is charged, so that this does not use the payload up: the payment
 * that follows contains it, too.
 */
export async function openForAuthentication<
  R extends RequestWithSource & { readonly order?: { readonly amount?: string; readonly currency?: string } },
>(
  request: R,
  call: PayloadCall,
  dependencies: Pick<WalletDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<R | Rejection> {
  const { amount, currency } = request.order ?? {}
  const isPriced = amount !== undefined && currency !== undefined
  const amountMinor = isPriced ? parseMoney({ amount, currency })?.amountMinor : undefined
  const opened = await openDevicePayment(request, { call, currency, amountMinor }, dependencies)
  return isRejection(opened) ? opened : opened.request
}

/** Makes the payload this request's own: the same request may repeat it, no other may use it. */
export async function claimPayload(
  payload: UsablePayload | undefined,
  use: PayloadUse,
  { merchant }: Pick<Call, 'merchant'>,
  { usedPayloads }: Pick<WalletDependencies, 'usedPayloads'>,
): Promise<Rejection | undefined> {
  if (!payload) return undefined
  const { payloadHash, expiresAt, countRefused } = payload
  if (await usedPayloads.claim({ merchantId: merchant.id, payloadHash, expiresAt }, use)) return undefined
  countRefused()
  return refuse(explain('It has already been used; the wallet must provide a new one.'))
}

function withContent<R extends RequestWithSource>(request: R, { number, expiry, device }: WalletPayment): R {
  const { sourceOfFunds } = request
  const { devicePayment: _, ...card } = sourceOfFunds?.provided?.card ?? {}
  const provided = {
    ...sourceOfFunds?.provided,
    card: { ...card, number, expiry, ...(device && { devicePayment: inClear(device) }) },
  }
  return { ...request, sourceOfFunds: { ...sourceOfFunds, provided } }
}

function inClear({ cryptogram, eciIndicator }: NonNullable<WalletPayment['device']>): object {
  return {
    cryptogramFormat: '3DSECURE',
    threeDSecure: { onlinePaymentCryptogram: cryptogram, ...omitUndefined({ eciIndicator }) },
  }
}

function refuseOtherTerms(
  { confirmed }: WalletPayment,
  { currency, amountMinor }: TermsToConfirm,
): Rejection | undefined {
  if (!confirmed) return undefined
  if (currency !== undefined && currency !== confirmed.currency)
    return refuse(explain('The payer confirmed a payment in another currency.'))
  if (amountMinor !== undefined && amountMinor !== confirmed.amountMinor)
    return refuse(explain('The payer confirmed another amount.'))
  return undefined
}

const faults = {
  MALFORMED: 'It is not a complete payload of Apple Pay or Google Pay.',
  VERSION_NOT_SUPPORTED: 'The gateway supports EC_v1 of Apple Pay and ECv2 of Google Pay.',
  NO_KEY: 'The gateway has no key of the merchant for this wallet, so it cannot be decrypted.',
  OTHER_KEY: "It was encrypted for another key than the merchant's.",
  NO_ROOT: 'The gateway has no trusted roots for this wallet, so its signature cannot be verified.',
  WRONG_SIGNATURE: 'Its signature does not verify: it was altered, or is not for this merchant.',
  ALTERED: "It cannot be decrypted: it was altered, or is for another of the merchant's identifiers.",
  EXPIRED: 'It has expired; the wallet must provide a new one.',
  NOT_YET_VALID: 'It was signed at a time in the future.',
  CONTENT_NOT_SUPPORTED: 'It contains payment details of a kind that is not supported.',
} as const satisfies Readonly<Record<Exclude<WalletFault, 'OVERLOADED'>, string>>

export function refusePayload({ fault, wallet }: WalletRefusal): Rejection {
  if (fault === 'OVERLOADED') return reject('OVERLOADED', 'The gateway is too busy to process this request.')
  const why = explain(faults[fault])
  return refuse(wallet ? followedBy(explain('{wallet}:', { wallet: walletNames[wallet] }), why) : why)
}

function refuse(why: Explanation): Rejection {
  return reject('FIELD_INVALID', followedBy(explain('Value is invalid.'), why), { field })
}

/** The dependencies are read at each use: one may be replaced while the gateway runs. */
export function walletPayloads(
  dependencies: Pick<WalletDependencies, 'wallets' | 'usedPayloads' | 'velocity' | 'clock'>,
): WalletPayloads {
  return {
    open: (request, terms) => openDevicePayment(request, terms, dependencies),
    claim: (payload, use, call) => claimPayload(payload, use, call, dependencies),
  }
}

// A wallet's payload whose account is stored under a token.

interface TokenToSave {
  readonly call: Call
  readonly repository: TokenRepository
  /** The token that the path names. */
  readonly name: string | undefined
  readonly details: { readonly payload?: UsablePayload | undefined }
}

/** A request without the token's id is a new one each time: it would store the account under another id. */
export async function claimForToken(
  { call, repository, name, details: { payload } }: TokenToSave,
  dependencies: Pick<WalletDependencies, 'usedPayloads' | 'identifiers' | 'sessions'>,
): Promise<Rejection | undefined> {
  if (!payload) return undefined
  const token = name ?? `new ${dependencies.identifiers.attemptId()}`
  const used = await claimPayload(payload, { kind: 'TOKEN', repositoryId: repository.id, token }, call, dependencies)
  const { usedSession, merchant } = call
  if (!used && usedSession) await dependencies.sessions.deleteCodes({ merchantId: merchant.id, hash: usedSession.hash })
  return used
}

/**
 * Verifies and decrypts a wallet's payload for a request, within the limits on payloads that are refused: verifying costs more than
 * anything else that a payer can ask for, and a refused payload uses no attempt.
 */
export interface OpenedPayload {
  readonly result: WalletPayment | WalletRefusal
  /** The payload is refused for a reason outside it: it counts, once. */
  readonly countRefused: () => void
}

/** What is wrong at the gateway, not with the payload. */
const faultsOfGateway: ReadonlySet<WalletFault> = new Set(['NO_KEY', 'NO_ROOT', 'OVERLOADED'])

/** An operation may run twice for one request: the payload is verified and counted once. */
const openedBefore = new WeakMap<Secret, Promise<OpenedPayload | Rejection>>()

export function openPayload(
  payload: Secret,
  call: PayloadCall,
  dependencies: Pick<WalletDependencies, 'wallets' | 'velocity' | 'clock'>,
): Promise<OpenedPayload | Rejection> {
  const before = openedBefore.get(payload)
  if (before) return before
  const opening = openOnce(payload, call, dependencies)
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
