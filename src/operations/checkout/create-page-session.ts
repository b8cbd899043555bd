// Creates a session for a hosted page: the payment page, or checkout. It is filled from the start, and lives as long as
// the payer may take.
import type { CreateCheckoutSessionRequest } from '../../contract/operations/checkout/create-checkout-session.ts'
import type { CreatePaymentPageSessionRequest } from '../../contract/operations/checkout/create-payment-page-session.ts'
import type { InitiateCheckoutRequest } from '../../contract/operations/checkout/initiate-checkout.ts'
import { defaultAuthenticationLimit, pageSessionEnd } from '../../domain/sessions/session.ts'
import type { SessionKind } from '../../ports/sessions/session-store.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { openSession } from '../sessions/open-session.ts'
import { sessionValuesOf } from '../sessions/session-values-of.ts'

type Request = CreateCheckoutSessionRequest | CreatePaymentPageSessionRequest | InitiateCheckoutRequest
/** What a page needs later from the request that created its session. */
export interface PageSessionSecrets {
  readonly successIndicator: string
  /** Sessions of earlier releases have none. */
  readonly paysInVersion?: number | undefined
}

type SessionPorts = Pick<Ports, 'sessions' | 'vault' | 'identifiers' | 'clock'>

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
      values: sessionValuesOf(request),
      pageSecrets: { successIndicator, paysInVersion: call.traits.paysInVersion } satisfies PageSessionSecrets,
    },
    call,
    ports,
  )
  return {
    kind: 'answered',
    isFirst: true,
    answer: { merchant: call.merchant.id, result: 'SUCCESS', session, successIndicator, checkoutMode },
  }
}
