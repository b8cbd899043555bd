// Asks whether a card takes part in 3-D Secure 1, under an id that the merchant chose, and returns how the payer gets
// to the issuer. A repeat of the request gets the same answer, without a second call to the directory.

import { accountIdentity, type CardInstrument } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import { isRejection, reject } from '../../kernel/rejection.ts'
import { permitsCurrency } from '../../merchants/index.ts'
import { type Call, comparisonOf, type OperationResult, resolveInstrument } from '../../payments/index.ts'
import { responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { completeFromToken } from '../../tokens/index.ts'
import type { CheckEnrollmentRequest } from '../contract/three-d-secure.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { EnrollmentCheck, EnrollmentState } from '../ports/authentications.ts'
import type { BrowserForms, EnrollmentResult, PayerAuthentication } from '../ports/payer-authentication.ts'
import { authenticationNotOffered, describeEnrollment } from './enrollment-proof.ts'

export async function checkEnrollment(
  request: CheckEnrollmentRequest,
  call: Call,
  dependencies: Pick<
    PayerAuthenticationDependencies,
    | 'tokens'
    | 'vault'
    | 'payerAuthentication'
    | 'enrollmentChecks'
    | 'browserForms'
    | 'clock'
    | 'identifiers'
    | 'timeouts'
  >,
): Promise<OperationResult> {
  const { payerAuthentication, enrollmentChecks, vault, clock, identifiers } = dependencies
  if (!payerAuthentication) return authenticationNotOffered()
  const { merchant, threeDSecureId = '' } = call
  const key = { merchantId: merchant.id, threeDSecureId }
  const compared = call.asSent ?? request
  const existingCheck = await enrollmentChecks.find(key)
  if (existingCheck && !isSameRequest(existingCheck, compared, dependencies)) return idUsed()
  if (existingCheck?.state.outcome)
    return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(existingCheck) }

  const { amount, currency } = request.order
  if (!permitsCurrency(merchant, currency))
    return reject('CURRENCY_NOT_PERMITTED', `The merchant profile does not permit ${currency}.`)
  const { order: _, ...withSource } = request
  const completed = await completeFromToken(withSource, call, dependencies)
  if (isRejection(completed)) return completed
  const card = resolveInstrument(completed.request, { merchant, taken: ['CARD'] })
  if (isRejection(card)) return card
  if (card.kind !== 'CARD') throw new Error('only cards are supported')

  const opened = await enrollmentChecks.open(
    {
      key,
      requestHash: vault.keyedHash('REQUEST', comparisonOf(compared, vault)),
      accountHash: vault.keyedHash('ACCOUNT', accountIdentity(card)),
      currency,
      amountMinor: parseMoney({ amount, currency })?.amountMinor ?? 0n,
      state: { reference: identifiers.acquirerReference() },
    },
    clock.expiryTime(),
  )
  if (!isSameRequest(opened, compared, dependencies)) return idUsed()
  if (opened.state.outcome) return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(opened) }
  return askDirectory(opened, { card, request, call, payerAuthentication }, dependencies)
}

function isSameRequest(
  { requestHash }: EnrollmentCheck,
  request: object,
  { vault }: Pick<PayerAuthenticationDependencies, 'vault'>,
): boolean {
  return vault.matches('REQUEST', comparisonOf(request, vault, requestHash.keyId), requestHash)
}

function idUsed() {
  return reject('THREE_D_SECURE_ID_USED', 'The id was already used for a different enrollment check.')
}

interface EnrollmentContext {
  readonly card: CardInstrument
  readonly request: CheckEnrollmentRequest
  readonly call: Call
  readonly payerAuthentication: PayerAuthentication
}

/**
 * A process that stops in between leaves a check without an answer: a repeat of the request asks again, under the same
 * reference.
 */
async function askDirectory(
  opened: EnrollmentCheck,
  { card, request, call, payerAuthentication }: EnrollmentContext,
  {
    enrollmentChecks,
    clock,
    timeouts,
    browserForms,
  }: Pick<PayerAuthenticationDependencies, 'enrollmentChecks' | 'browserForms' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const { reference } = opened.state
  const { responseUrl } = request.threeDSecure.authenticationRedirect
  const pendingResult = payerAuthentication.checkEnrollment({
    reference,
    number: card.number,
    expiry: card.expiry,
    amountMinor: opened.amountMinor,
    currency: opened.currency,
    merchantName: call.merchant.profile.name,
    returnUrl: responseUrl,
  })
  const result = await responseWithin(pendingResult, {
    timeoutMs: timeouts.serviceWaitMs,
    silence: { kind: 'UNDETERMINED' } as const,
  })
  const state = { ...opened.state, ...enrollmentStateOf(result, { request, opened, browserForms }) }
  if (await enrollmentChecks.update(opened, state, clock.expiryTime()))
    return { kind: 'ANSWERED', isFirst: true, response: describeEnrollment({ ...opened, state }) }
  // The same request was sent twice at once, and the other came first.
  const decided = await enrollmentChecks.find(opened.key)
  if (!decided?.state.outcome)
    return reject('STILL_IN_PROGRESS', 'The first request with this id is still in progress.')
  return { kind: 'ANSWERED', isFirst: false, response: describeEnrollment(decided) }
}

function enrollmentStateOf(
  result: EnrollmentResult,
  context: { request: CheckEnrollmentRequest; opened: EnrollmentCheck; browserForms: BrowserForms },
): Partial<EnrollmentState> {
  switch (result.kind) {
    case 'ENROLLED':
      return { outcome: 'CARD_ENROLLED', enrolled: 'Y', xid: result.xid, redirect: redirectOf(result, context) }
    case 'NOT_ENROLLED':
      return { outcome: 'CARD_NOT_ENROLLED', enrolled: 'N' }
    case 'UNDETERMINED':
      return { outcome: 'AUTHENTICATION_NOT_AVAILABLE', enrolled: 'U' }
    case 'NOT_SUPPORTED':
      return { outcome: 'CARD_DOES_NOT_SUPPORT_3DS' }
  }
}

function redirectOf(
  { acsUrl, paReq }: Extract<EnrollmentResult, { kind: 'ENROLLED' }>,
  { request, opened, browserForms }: Parameters<typeof enrollmentStateOf>[1],
): object {
  const { pageGenerationMode, responseUrl, simple = {} } = request.threeDSecure.authenticationRedirect
  if (pageGenerationMode === 'CUSTOMIZED') return { customized: { acsUrl, paReq } }
  const { redirectDisplayBackgroundColor: color } = simple
  const htmlBodyContent = browserForms.toAccessControl({
    acsUrl,
    // The access-control server returns MD unchanged: it identifies the check to the merchant.
    fields: { PaReq: paReq, TermUrl: responseUrl, MD: opened.key.threeDSecureId },
    title: simple.redirectDisplayTitle,
    buttonText: simple.redirectDisplayContinueButtonText,
    backgroundColor: color === undefined ? undefined : `#${color.replace('#', '')}`,
  })
  return { simple: { htmlBodyContent } }
}
