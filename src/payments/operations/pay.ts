// Reserves and moves funds at once. AUTHORIZE, VERIFY and standalone captures and refunds use the same flow: each opens
// an order, or continues one without a successful transaction.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { accountIdentity, type Instrument } from '../../kernel/instrument.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { mergeValues } from '../../kernel/values.ts'
import { type AcquirerLink, linkRevisionOf, type Merchant } from '../../merchants/index.ts'
import type { VelocityLimit } from '../../platform/counters/limits.ts'
import { admitAttempt, assessRisk, countOutcome, payerAddressOf, rejectedByVelocity } from '../../risk/index.ts'
import type { Call, OperationResult, OperationRun, OrderChanged } from '../call.ts'
import type { AuthorizeRequest } from '../contract/authorize.ts'
import type { PayRequest } from '../contract/pay.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { VerifyRequest } from '../contract/verify.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { AcquirerRequest, RequestIdentity } from '../ports/acquirer.ts'
import type { PaymentAuthentication } from '../ports/payer-proofs.ts'
import { isAuthenticationRequired, refusalCodeFor } from '../rules/payer-authentication.ts'
import type { PlannedTransaction } from '../rules/plan.ts'
import { answerRepeat, findRepeated } from './answer-repeat.ts'
import { detailsForAcquirer } from './ask-acquirer.ts'
import {
  executeTransaction,
  lockFailure,
  type TransactionDependencies,
  type TransactionStep,
} from './execute-transaction.ts'
import type { ResolvedLink } from './resolve-link.ts'
import {
  type PaymentRequest,
  type PaymentResolutionDependencies,
  type PaymentTerms,
  planPayment,
  type ResolvedPayment,
  resolvePayment,
} from './resolve-payment.ts'

type PaymentCheckDependencies = Pick<
  PaymentDependencies,
  'payerProofs' | 'storedCards' | 'risk' | 'ipCountries' | 'vault' | 'clock'
>

export type PaymentOperationDependencies = PaymentResolutionDependencies &
  PaymentCheckDependencies &
  TransactionDependencies &
  Pick<PaymentDependencies, 'velocity'>

export function pay(
  request: PayRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { amount, currency } = request.order
  return startPayment(request, { kind: 'PAY', amount, currency, call }, dependencies, run)
}

export async function startPayment(
  request: PaymentRequest,
  terms: PaymentTerms,
  dependencies: PaymentOperationDependencies,
  { presumesNewOrder }: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { call } = terms
  // Most orders are new: the first run does not read the order. A conflict repeats it with the order read (ADR 0008).
  const stored = presumesNewOrder ? undefined : await dependencies.store.findOrder(call.key)
  const first = stored && findRepeated(stored, call.key)
  if (first) return answerRepeat(first, request, call, dependencies)

  // Resolve: the stored card of a token, the acquirer link, the instrument.
  const payment = await resolvePayment(request, { ...terms, stored }, dependencies)
  if (isRejection(payment)) return payment

  // Plan: whether the order permits this transaction.
  const planned = planPayment(payment, dependencies)
  if (isRejection(planned)) return planned
  if (planned.kind === 'LOCKED') return lockFailure(payment, payment.type, dependencies)

  // Payer authentication and risk rules may decide without the acquirer. Their decision is recorded like any outcome.
  const checked = await checkPayment(payment, dependencies)
  if (checked.kind !== 'CHECKED') return checked
  const { attempt, declinedAs } = checked
  const { orderId, transactionId } = call.key
  // The encrypted payload of a wallet pays once, whichever order it is sent for.
  const { payload } = payment
  const used =
    payload && (await dependencies.walletPayloads.claim(payload, { kind: 'TRANSACTION', orderId, transactionId }, call))
  if (used) return used
  if (declinedAs) return executeTransaction(planned, { ...attempt, ask: { decidedHere: declinedAs } }, dependencies)

  const admission = await admitAttempt({ ...payment, accountHash: attempt.accountHash }, dependencies)
  // A repeat of a request that was admitted is found once the order is read.
  if (admission.kind === 'REFUSED' && presumesNewOrder) return { kind: 'MOVED' }
  if (admission.kind === 'REFUSED') return refuseByVelocity(admission.limit, { planned, attempt }, dependencies)

  // Record the attempt, ask the acquirer, apply its response, record the outcome.
  const ask = acquirerRequestFor(payment, checked.proof)
  return countOutcome(admission, () => executeTransaction(planned, { ...attempt, ask }, dependencies))
}

interface CheckedPayment {
  readonly kind: 'CHECKED'
  readonly proof: PaymentAuthentication
  /** What the attempt is recorded with. */
  readonly attempt: Omit<TransactionStep, 'ask'> & { readonly accountHash: KeyedHash }
  /** The outcome, when the acquirer is not called. */
  readonly declinedAs: GatewayCode | undefined
}

/** Decides on a payment before the acquirer is called: by payer authentication and by risk rules. */
async function checkPayment(
  payment: ResolvedPayment,
  dependencies: PaymentCheckDependencies,
): Promise<CheckedPayment | Rejection | OrderChanged<TransactionResponse>> {
  const { kind, request, call, link, alternatives, instrument, token, compared, isExcessPermitted } = payment
  const proof = mayBeAuthenticated(request, instrument)
    ? await dependencies.payerProofs.find(request, payment)
    : noProof
  if (proof.kind !== 'PROOF') return proof
  if (token) dependencies.storedCards.noteUse(token, dependencies.clock.now())
  const { merchant } = call
  const risk = payment.isAssessed
    ? await assessRisk(
        assessedBy(request, proof),
        { instrument, merchant, payerAddress: payerAddressOf(call) },
        dependencies,
      )
    : undefined
  const isRequired = instrument.kind === 'CARD' && kind !== 'VERIFY' && isRequiredBy(merchant, request)
  const { reserve } = proof
  return {
    kind: 'CHECKED',
    proof,
    attempt: {
      request,
      compared,
      storedRequest: mergeValues(withProof(payment.storedRequest, proof), proof.shown),
      call,
      link: onOrderOf(proof, link, dependencies),
      alternatives,
      instrument,
      isExcessPermitted,
      accountHash: dependencies.vault.keyedHash('ACCOUNT', accountIdentity(instrument)),
      risk,
      ...omitUndefined({ reserve }),
    },
    declinedAs: risk?.verdict === 'REJECTED' ? 'BLOCKED' : refusalCodeFor(proof.authenticity, { isRequired }),
  }
}

const noProof: PaymentAuthentication = { kind: 'PROOF', authenticity: 'NONE', shown: {} }

/** The request says how, or a wallet has read the card from the payer's device. */
function mayBeAuthenticated(
  { threeDSecure, threeDSecureId, authentication }: PaymentRequest,
  instrument: Instrument,
): boolean {
  const isFromDevice = instrument.kind === 'CARD' && instrument.devicePayment !== undefined
  return isFromDevice || (threeDSecure ?? threeDSecureId ?? authentication?.transactionId) !== undefined
}

/** The issuer's result replaces what the merchant may have claimed. */
function withProof<R extends object>(request: R, { threeDSecure }: PaymentAuthentication): R {
  return threeDSecure ? { ...request, threeDSecure } : request
}

/**
 * An acquirer that has authenticated the payer itself expects the payment on the order that the authentication opened
 * there.
 */
function onOrderOf(
  { about: target, authenticity }: PaymentAuthentication,
  link: ResolvedLink,
  { payerProofs }: Pick<PaymentDependencies, 'payerProofs'>,
): ResolvedLink {
  if (!target || authenticity !== 'AUTHENTICATED' || !payerProofs.isAtAcquirer(link)) return link
  const accountOf = (each: AcquirerLink) => JSON.stringify([linkRevisionOf(each), each.acquirerMerchantId])
  return accountOf(target.link) === accountOf(link) ? { ...link, orderReference: target.reference } : link
}

/** Rules on payer authentication use its result, whatever its source. */
function assessedBy(request: PaymentRequest, { word, threeDSecure }: PaymentAuthentication) {
  const { threeDSecure: _, ...assessed } = request
  if (word !== undefined) return { ...assessed, threeDSecure: { authenticationStatus: word } }
  return threeDSecure ? { ...assessed, threeDSecure } : assessed
}

function isRequiredBy({ profile }: Merchant, { transaction, agreement, sourceOfFunds }: PaymentRequest): boolean {
  return isAuthenticationRequired(profile.payerAuthentication, {
    source: transaction?.source,
    frequency: transaction?.frequency,
    hasAgreement: agreement !== undefined,
    storedOnFile: sourceOfFunds?.provided?.card?.storedOnFile,
  })
}

/** The request to the acquirer, under the reference of the attempt. */
function acquirerRequestFor(
  payment: ResolvedPayment,
  proof: PaymentAuthentication,
): (identity: RequestIdentity) => AcquirerRequest {
  const { kind, request, call, instrument, currency, amountMinor } = payment
  return (identity) => {
    const common = {
      ...identity,
      currency,
      instrument,
      details: detailsForAcquirer(withProof(request, proof), { merchant: call.merchant, instrument }),
    }
    return kind === 'VERIFY' ? { ...common, kind } : { ...common, kind, amountMinor }
  }
}

/** The first refusals of a limit are recorded as blocked payments, later ones only counted. */
async function refuseByVelocity(
  limit: VelocityLimit,
  { planned, attempt }: { readonly planned: PlannedTransaction; readonly attempt: Omit<TransactionStep, 'ask'> },
  dependencies: TransactionDependencies & Pick<PaymentDependencies, 'velocity'>,
): Promise<OperationResult<TransactionResponse>> {
  const { call, risk } = attempt
  if (!dependencies.velocity.countRefusal(call.merchant.id, limit)) return reject('VELOCITY_LIMIT_REACHED')
  const refused = { ...attempt, risk: rejectedByVelocity(risk, limit), ask: { decidedHere: 'BLOCKED' } } as const
  return executeTransaction(planned, refused, dependencies)
}

/** Reserves funds on the payer's account; a later capture moves them. */
export function authorize(
  request: AuthorizeRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { amount, currency } = request.order
  return startPayment(request, { kind: 'AUTHORIZE', amount, currency, call }, dependencies, run)
}

/** Verifies the cardholder's account before a financial transaction. No money moves. */
export function verify(
  request: VerifyRequest,
  call: Call,
  dependencies: PaymentOperationDependencies,
  run: OperationRun,
): Promise<OperationResult<TransactionResponse>> {
  const { amount = '0', currency } = request.order
  return startPayment(request, { kind: 'VERIFY', amount, currency, call }, dependencies, run)
}
