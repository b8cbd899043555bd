// Creates a session for a hosted page: the payment page, or checkout. It is filled from the start, and lives as long as
// the payer may take.

import { isRejection } from '../../kernel/rejection.ts'
import { paymentLinkUrl } from '../../payment-links/operations/create-payment-link.ts'
import type { StoredPaymentLink } from '../../payment-links/ports/payment-link-store.ts'
import type { Call, OperationResult } from '../../payments/call.ts'
import { openSession } from '../../sessions/operations/create-session.ts'
import { sessionValuesOf } from '../../sessions/operations/session-values-of.ts'
import type { SessionKind } from '../../sessions/ports/session-store.ts'
import { defaultAuthenticationLimit, type PageSessionSecrets, pageSessionEnd } from '../../sessions/rules/session.ts'
import type { CreateCheckoutSessionRequest } from '../contract/create-checkout-session.ts'
import type { CreatePaymentPageSessionRequest } from '../contract/create-payment-page-session.ts'
import type { InitiateCheckoutRequest } from '../contract/initiate-checkout.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { createPaymentLinkFor, withoutPaymentLink } from './create-payment-link-session.ts'

type Request = CreateCheckoutSessionRequest | CreatePaymentPageSessionRequest | InitiateCheckoutRequest
type SessionPorts = Pick<
  CheckoutDependencies,
  'sessions' | 'vault' | 'identifiers' | 'clock' | 'paymentLinks' | 'addresses'
>

export function createPaymentPageSession(
  request: CreatePaymentPageSessionRequest,
  call: Call,
  ports: SessionPorts,
): Promise<OperationResult> {
  return createPageSession('PAYMENT_PAGE', request, call, ports)
}

export function createCheckoutSession(
  request: CreateCheckoutSessionRequest | InitiateCheckoutRequest,
  call: Call,
  ports: SessionPorts,
): Promise<OperationResult> {
  return createPageSession('CHECKOUT', request, call, ports)
}

async function createPageSession(
  kind: Exclude<SessionKind, 'PLAIN'>,
  request: Request,
  call: Call,
  ports: SessionPorts,
): Promise<OperationResult> {
  const createdAt = ports.clock.expiryTime()
  const successIndicator = ports.identifiers.successIndicator()
  const checkoutMode = ('checkoutMode' in request && request.checkoutMode) || 'WEBSITE'
  const paymentLink =
    checkoutMode === 'PAYMENT_LINK'
      ? await createPaymentLinkFor(request as InitiateCheckoutRequest, call, successIndicator, ports)
      : undefined
  if (isRejection(paymentLink)) return paymentLink
  const session = await openSession(
    {
      kind,
      updateStatus: 'SUCCESS',
      authenticationLimit: defaultAuthenticationLimit,
      createdAt,
      expiresAt: pageSessionEnd({
        createdAt,
        timeoutSeconds: request.interaction?.timeout,
        isLink: checkoutMode === 'PAYMENT_LINK',
      }),
      values: sessionValuesOf(withoutPaymentLink(request)),
      pageSecrets: {
        successIndicator,
        paysInVersion: call.traits.paysInVersion,
        paymentLinkId: paymentLink?.paymentLinkId,
      } satisfies PageSessionSecrets,
    },
    call,
    ports,
  )
  return {
    kind: 'ANSWERED',
    isFirst: true,
    answer: {
      merchant: call.merchant.id,
      result: 'SUCCESS',
      session,
      successIndicator,
      checkoutMode,
      ...(paymentLink && { paymentLink: describeLink(paymentLink, ports) }),
    },
  }
}

function describeLink(
  { paymentLinkId, expiresAt, attemptsMax }: StoredPaymentLink,
  ports: Pick<CheckoutDependencies, 'addresses'>,
): object {
  return {
    id: paymentLinkId,
    url: paymentLinkUrl(paymentLinkId, ports),
    numberOfAllowedAttempts: attemptsMax,
    ...(expiresAt && { expiryDateTime: expiresAt.toISOString() }),
  }
}
