// Decisions on a payment before the acquirer is called: payer authentication and risk rules.

import { type AcquirerLink, linkRevisionOf, type Merchant } from '../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { isAuthenticationRequired, refusalCodeFor } from '../../domain/payer-authentication/payer-authentication.ts'
import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import { accountIdentity } from '../../domain/payments/instrument.ts'
import type { Rejection } from '../../domain/rejection.ts'
import { mergeValues } from '../../domain/values.ts'
import type { KeyedHash } from '../../ports/keys/vault.ts'
import type { OrderChanged, Ports } from '../call.ts'
import {
  type AuthenticationProofPorts,
  applyAuthentication,
  withProof,
} from '../payer-authentication/apply-authentication.ts'
import type { PaymentAuthentication } from '../payer-authentication/payer-proof.ts'
import { payerAddressOf } from '../risk/apply-velocity-limits.ts'
import { assessRisk } from '../risk/assess-risk.ts'
import type { TransactionStep } from './execute-transaction.ts'
import type { ResolvedLink } from './resolve-link.ts'
import type { PaymentRequest, ResolvedPayment } from './resolve-payment.ts'

export type PaymentCheckPorts = AuthenticationProofPorts & Pick<Ports, 'tokens' | 'risk' | 'ipCountries'>

export interface CheckedPayment {
  readonly kind: 'checked'
  readonly proof: PaymentAuthentication
  /** What the attempt is recorded with. */
  readonly attempt: Omit<TransactionStep, 'ask'> & { readonly accountHash: KeyedHash }
  /** The outcome, when the acquirer is not called. */
  readonly declinedAs: GatewayCode | undefined
}

export async function checkPayment(
  payment: ResolvedPayment,
  ports: PaymentCheckPorts,
): Promise<CheckedPayment | Rejection | OrderChanged> {
  const { kind, request, call, link, alternatives, instrument, token, compared, isExcessPermitted } = payment
  const proof = await applyAuthentication(request, payment, ports)
  if (proof.kind !== 'proof') return proof
  if (token) ports.tokens.noteUse(token, ports.clock.now())
  const { merchant } = call
  const risk = payment.isAssessed
    ? await assessRisk(assessedBy(request, proof), { instrument, merchant, payerAddress: payerAddressOf(call) }, ports)
    : undefined
  const isRequired = instrument.kind === 'CARD' && kind !== 'VERIFY' && isRequiredBy(merchant, request)
  const { reserve } = proof
  return {
    kind: 'checked',
    proof,
    attempt: {
      request,
      compared,
      storedRequest: mergeValues(withProof(payment.storedRequest, proof), proof.shown),
      call,
      link: onOrderOf(proof, link, ports),
      alternatives,
      instrument,
      isExcessPermitted,
      accountHash: ports.vault.keyedHash('ACCOUNT', accountIdentity(instrument)),
      risk,
      ...omitUndefined({ reserve }),
    },
    declinedAs: risk?.verdict === 'REJECTED' ? 'BLOCKED' : refusalCodeFor(proof.authenticity, { isRequired }),
  }
}

/**
 * An acquirer that has authenticated the payer itself expects the payment on the order that the authentication opened
 * there.
 */
function onOrderOf(
  { about: target, authenticity }: PaymentAuthentication,
  link: ResolvedLink,
  { payerAuthentication }: Pick<Ports, 'payerAuthentication'>,
): ResolvedLink {
  if (!target || authenticity !== 'AUTHENTICATED' || !payerAuthentication?.isAtAcquirer(link)) return link
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
