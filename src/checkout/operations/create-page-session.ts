// Creates a session for a hosted page: the payment page, or checkout. It is filled from the start, and lives as long as
// the payer may take.

import { parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection } from '../../kernel/rejection.ts'
import {
  isPaymentLinkLanguage,
  type PaymentLinkTerms,
  paymentLinkUrl,
  type StoredPaymentLink,
  storePaymentLink,
} from '../../payment-links/index.ts'
import type { Call, OperationResult } from '../../payments/index.ts'
import {
  defaultAuthenticationLimit,
  openSession,
  type PageSessionSecrets,
  pageSessionEnd,
  type SessionKind,
  sessionValuesOf,
} from '../../sessions/index.ts'
import type { CreateCheckoutSessionRequest } from '../contract/create-checkout-session.ts'
import type { CreatePaymentPageSessionRequest } from '../contract/create-payment-page-session.ts'
import type { InitiateCheckoutRequest } from '../contract/initiate-checkout.ts'
import type { CheckoutDependencies } from '../dependencies.ts'

type Request = CreateCheckoutSessionRequest | CreatePaymentPageSessionRequest | InitiateCheckoutRequest
type PageSessionDependencies = Pick<
  CheckoutDependencies,
  'sessions' | 'vault' | 'identifiers' | 'clock' | 'paymentLinks' | 'addresses'
>

export function createPaymentPageSession(
  request: CreatePaymentPageSessionRequest,
  call: Call,
  dependencies: PageSessionDependencies,
): Promise<OperationResult> {
  return createPageSession('PAYMENT_PAGE', request, call, dependencies)
}

export function createCheckoutSession(
  request: CreateCheckoutSessionRequest | InitiateCheckoutRequest,
  call: Call,
  dependencies: PageSessionDependencies,
): Promise<OperationResult> {
  return createPageSession('CHECKOUT', request, call, dependencies)
}

async function createPageSession(
  kind: Exclude<SessionKind, 'PLAIN'>,
  request: Request,
  call: Call,
  dependencies: PageSessionDependencies,
): Promise<OperationResult> {
  const createdAt = dependencies.clock.expiryTime()
  const successIndicator = dependencies.identifiers.successIndicator()
  const checkoutMode = ('checkoutMode' in request && request.checkoutMode) || 'WEBSITE'
  const paymentLink =
    checkoutMode === 'PAYMENT_LINK'
      ? await createPaymentLinkFor(request as InitiateCheckoutRequest, call, successIndicator, dependencies)
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
    dependencies,
  )
  return {
    kind: 'ANSWERED',
    isFirst: true,
    response: {
      merchant: call.merchant.id,
      result: 'SUCCESS',
      session,
      successIndicator,
      checkoutMode,
      ...(paymentLink && { paymentLink: describeLink(paymentLink, dependencies) }),
    },
  }
}

function describeLink(
  { paymentLinkId, expiresAt, attemptsMax }: StoredPaymentLink,
  dependencies: Pick<CheckoutDependencies, 'addresses'>,
): object {
  return {
    id: paymentLinkId,
    url: paymentLinkUrl(paymentLinkId, dependencies),
    numberOfAllowedAttempts: attemptsMax,
    ...(expiresAt && { expiryDateTime: expiresAt.toISOString() }),
  }
}

// INITIATE_CHECKOUT in the mode PAYMENT_LINK: beside the session, the merchant's program gets a URL to send to the payer,
// which outlives the session. Both pay the same order, which can be paid once.

/** As the reference API has it. */
const defaultLifeMonths = 3

const operations = { AUTHORIZE: 'AUTHORIZE', PURCHASE: 'PAY' } as const

/** Undefined where there is nothing to pay: the page only stores or verifies a card. */
export async function createPaymentLinkFor(
  request: InitiateCheckoutRequest,
  { merchant, version = 0, traits }: Pick<Call, 'merchant' | 'version' | 'traits'>,
  successIndicator: string,
  dependencies: Pick<CheckoutDependencies, 'paymentLinks' | 'vault' | 'identifiers' | 'clock'>,
): Promise<StoredPaymentLink | Rejection | undefined> {
  const terms = termsOf(request, dependencies.clock.expiryTime())
  if (!terms) return undefined
  const session = {
    values: sessionValuesOf(withoutPaymentLink(request)),
    createdInVersion: version,
    paysInVersion: traits.paysInVersion ?? version,
    successIndicator,
  }
  const by = { actor: `merchant.${merchant.id}`, at: dependencies.clock.now() }
  const created = await storePaymentLink(merchant, terms, { session, by }, dependencies)
  return isRejection(created) ? created.at(fields[created.field ?? ''] ?? created.field ?? '') : created.paymentLink
}

function termsOf(request: InitiateCheckoutRequest, now: Date): PaymentLinkTerms | undefined {
  const { order, interaction, paymentLink } = request
  const operation = operations[interaction.operation as keyof typeof operations]
  const money = parseMoney(order)
  if (!operation || !money || money.amountMinor === 0n) return undefined
  const [language = ''] = (interaction.locale ?? '').toLowerCase().split(/[-_]/)
  return {
    operation,
    currency: order.currency,
    amount: { kind: 'FIXED', amountMinor: money.amountMinor },
    usesMax: 1,
    orderIdBase: order.id,
    expiresAt: paymentLink?.expiryDateTime === undefined ? inMonths(now) : new Date(paymentLink.expiryDateTime),
    ...omitUndefined({ description: order.description, attemptsMax: paymentLink?.numberOfAllowedAttempts }),
    ...(isPaymentLinkLanguage(language) && { language }),
  }
}

function inMonths(now: Date): Date {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + defaultLifeMonths)
  return end
}

/** A session does not store what is about the link. */
export function withoutPaymentLink<Request extends object>(request: Request): Omit<Request, 'paymentLink'> {
  const { paymentLink: _, ...rest } = request as Request & { readonly paymentLink?: unknown }
  return rest
}

/** Where the request has what the terms of a link are made from. */
const fields: Readonly<Record<string, string>> = {
  amount: 'order.amount',
  currency: 'order.currency',
  description: 'order.description',
  expiresAt: 'paymentLink.expiryDateTime',
  orderId: 'order.id',
}
