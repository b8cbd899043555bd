// The story of everything that can open an order: resolve, plan, record, ask, apply, record.

import { isPermittedNotificationUrl } from '../../domain/events/notification-url.ts'
import type { AcquirerLink, Merchant } from '../../domain/merchants/merchant.ts'
import { layOver } from '../../domain/merge-values.ts'
import { parseMoney } from '../../domain/money.ts'
import { isAuthenticationRequired, verdictOn } from '../../domain/payer-authentication/payer-authentication.ts'
import { accountFields, accountIdentity, type Instrument } from '../../domain/payments/instrument.ts'
import { planInitial } from '../../domain/payments/plan.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import { rejectedByVelocity } from '../../domain/risk/risk.ts'
import type { VelocityOutcome } from '../../domain/risk/velocity/admission.ts'
import type { Question } from '../../ports/acquirers/acquirer.ts'
import type { Vault } from '../../ports/keys/vault.ts'
import type { StoredOrder } from '../../ports/payments/store.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { storable } from '../masking/storable-request.ts'
import {
  applyAuthentication,
  type Proof,
  type WithAuthentication,
} from '../payer-authentication/apply-authentication.ts'
import { admitAttempt, outcomeForVelocity, payerAddressOf } from '../risk/apply-velocity-limits.ts'
import { assessRisk } from '../risk/assess-risk.ts'
import { completeFromToken } from '../tokens/complete-from-token.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { carryOut } from './carry-out.ts'
import { detailsForAcquirer, type Told } from './details-for-acquirer.ts'
import { lockFailure } from './lock-failure.ts'
import {
  describeInstrument,
  resolveInstrument,
  sourceKindOf,
  sourcesTaken,
  type WithSource,
} from './resolve-instrument.ts'
import { resolveLink } from './resolve-link.ts'

/** The kinds of question that can open an order, with the transaction each makes. */
const openings = {
  VERIFY: { type: 'VERIFICATION', isAssessed: true },
  AUTHORIZE: { type: 'AUTHORIZATION', isAssessed: true },
  PAY: { type: 'PAYMENT', isAssessed: true },
  STANDALONE_CAPTURE: { type: 'CAPTURE', isAssessed: true },
  STANDALONE_REFUND: { type: 'REFUND', isAssessed: false },
} as const

export type StartRequest = Told &
  WithSource &
  WithAuthentication & { readonly risk?: { readonly bypassMerchantRiskRules?: string } }

export interface Opening {
  readonly kind: keyof typeof openings
  readonly currency: string
  readonly amount: string
  readonly call: Call
}

export async function startPayment(
  given: StartRequest,
  { kind, currency, amount, call }: Opening,
  ports: Ports,
): Promise<OperationResult> {
  const { key, merchant } = call
  const stored = call.presumesNewOrder ? undefined : await ports.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, call.asSent ?? given, ports)

  const completed = await completeFromToken(stored ? withoutConversion(given) : given, call, ports)
  if (isRejection(completed)) return completed
  const { request, token } = completed
  const link = resolveLink(merchant, { currency, source: sourceKindOf(request) }, ports)
  if (isRejection(link)) return link
  const instrument = resolveInstrument(request, { merchant, taken: sourcesTaken[kind] })
  if (isRejection(instrument)) return instrument
  const refused = refuseByProfile(request, { merchant, link, kind })
  if (refused) return refused

  const { type, isAssessed } = openings[kind]
  const amountMinor = parseMoney({ amount, currency })?.amountMinor ?? 0n
  // Only risk assessment may look at the amount of a verification; it never reaches the acquirer.
  const chargedMinor = kind === 'VERIFY' ? 0n : amountMinor
  const planned = planInitial(stored?.order, {
    type,
    currency,
    amountMinor: chargedMinor,
    orderAmountMinor: amountMinor,
    hasSubMerchant: request.order?.subMerchant !== undefined,
    isSameAccount: sameAccountAs(instrument, stored, ports.vault),
  })
  if (isRejection(planned))
    return planned.reason === 'ANOTHER_CARD' ? planned.at(accountFields[instrument.kind]) : planned
  const kept = { ...storable(request), sourceOfFunds: describeInstrument(instrument, request) }
  const isExcessPermitted = type === 'CAPTURE' || type === 'REFUND'
  const compared = call.asSent ?? given
  const parts = { request, compared, kept, call, link, instrument, isExcessPermitted }
  if (planned.kind === 'busy') return lockFailure(parts, type, ports)

  const proof = await applyAuthentication(request, { call, instrument, stored, amountMinor, currency }, ports)
  if (proof.kind !== 'proof') return proof
  if (token) ports.tokens.noteUse(token, ports.clock.now())
  const risk = isAssessed
    ? await assessRisk(assessedBy(request, proof), { instrument, merchant, payerAddress: payerAddressOf(call) }, ports)
    : undefined
  const ask = (reference: string): Question => {
    const common = {
      reference,
      acquirerMerchantId: link.acquirerMerchantId,
      currency,
      instrument,
      details: detailsForAcquirer(withProof(request, proof), { merchant, instrument }),
    }
    return kind === 'VERIFY' ? { ...common, kind } : { ...common, kind, amountMinor }
  }
  const isRequired = instrument.kind === 'CARD' && kind !== 'VERIFY' && isRequiredBy(merchant, request)
  const decidedHere = risk?.verdict === 'REJECTED' ? 'BLOCKED' : verdictOn(proof.authenticity, { isRequired })
  const told = layOver(withProof(kept, proof), proof.shown)
  const { reserve } = proof
  const accountHash = ports.vault.keyedHash('ACCOUNT', accountIdentity(instrument))
  const step = { ...parts, accountHash, kept: told, risk, ...(reserve && { reserve }) }
  if (decidedHere) return carryOut(planned, { ...step, ask: { decidedHere } }, ports)

  const admission = isAssessed
    ? await admitAttempt({ request, instrument, accountHash, call, amountMinor: chargedMinor, currency }, ports)
    : undefined
  if (admission?.kind === 'REFUSED') {
    // A repeat of a request that was let through is found once the order is read.
    if (call.presumesNewOrder) return { kind: 'moved' }
    if (!ports.velocity.countRefusal(merchant.id, admission.limit)) return reject('VELOCITY_LIMIT_REACHED')
    const refusedRisk = rejectedByVelocity(risk, admission.limit)
    return carryOut(planned, { ...step, risk: refusedRisk, ask: { decidedHere: 'BLOCKED' } }, ports)
  }
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const result = await carryOut(planned, { ...step, ask }, ports)
    outcome = outcomeForVelocity(result)
    return result
  } finally {
    admission?.settle(outcome)
  }
}

/** What the issuer said takes the place of what the merchant may have claimed. */
function withProof<R extends object>(request: R, { threeDSecure }: Proof): R {
  return threeDSecure ? { ...request, threeDSecure } : request
}

/** Rules on payer authentication go by its result, in whatever words it was told. */
function assessedBy(request: StartRequest, { word, threeDSecure }: Proof) {
  const { threeDSecure: _, ...assessed } = request
  if (word !== undefined) return { ...assessed, threeDSecure: { authenticationStatus: word } }
  return threeDSecure ? { ...assessed, threeDSecure } : assessed
}

function isRequiredBy({ profile }: Merchant, { transaction, agreement, sourceOfFunds }: StartRequest): boolean {
  return isAuthenticationRequired(profile.payerAuthentication, {
    source: transaction?.source,
    frequency: transaction?.frequency,
    hasAgreement: agreement !== undefined,
    storedOnFile: sourceOfFunds?.provided?.card?.storedOnFile,
  })
}

/** A conversion belongs to the first transaction of an order; later ones are as if it had not been sent. */
function withoutConversion({ currencyConversion: _, ...request }: StartRequest): StartRequest {
  return request
}

/** What the merchant's profile and its acquirer link say about such a request. */
function refuseByProfile(
  { order = {} }: StartRequest,
  { merchant: { profile }, link, kind }: { merchant: Merchant; link: AcquirerLink; kind: Opening['kind'] },
): Rejection | undefined {
  if (order.subMerchant && !profile.isAggregator)
    return reject('SUB_MERCHANT_NOT_PERMITTED', 'The merchant profile does not permit sub-merchants.')
  const { merchantCategoryCode: code } = order
  if (code !== undefined && profile.categoryCodes.length > 0 && !profile.categoryCodes.includes(code))
    return reject('CATEGORY_CODE_NOT_PERMITTED', 'The merchant profile does not have this category code.')
  const { notificationUrl } = order
  if (notificationUrl !== undefined && !isPermittedNotificationUrl(notificationUrl, profile.notificationHosts))
    return reject('FIELD_INVALID', 'The merchant profile does not permit notifications to this host.', {
      field: 'order.notificationUrl',
    })
  const mayBePartial = kind === 'AUTHORIZE' || kind === 'PAY'
  if (mayBePartial && link.needsPartialAmountFlag && order.acceptPartialAmount !== true)
    return reject('PARTIAL_AMOUNT_UNDECIDED', 'The acquirer approves in part; the field must be true.')
  return undefined
}

export function sameAccountAs(
  instrument: Instrument,
  stored: StoredOrder | undefined,
  vault: Vault,
): (transactionId: string) => boolean {
  return (transactionId) => {
    const { accountHash } = stored?.transactions.find(({ key }) => key.transactionId === transactionId) ?? {}
    return accountHash !== undefined && vault.matches('ACCOUNT', accountIdentity(instrument), accountHash)
  }
}
