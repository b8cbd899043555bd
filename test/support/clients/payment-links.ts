// Payment links in tests: a merchant creates one, and payers open it with browsers of their own.
import assert from 'node:assert/strict'
import { isRejection } from '../../../src/kernel/rejection.ts'
import { createPaymentLink, type PaymentLinkTerms } from '../../../src/payment-links/operations/create-payment-link.ts'
import type { StoredPaymentLink } from '../../../src/payment-links/ports/payment-links.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, send } from './client.ts'
import { type FormFields, formText, openPayer, type Payer, wayFrom } from './payer.ts'

export async function newPaymentLink(
  { dependencies }: Pick<TestGateway, 'dependencies'>,
  merchantId: string,
  terms: Partial<PaymentLinkTerms> = {},
): Promise<StoredPaymentLink> {
  const access = await dependencies.store.findMerchant(merchantId)
  const usual = {
    operation: 'PAY',
    currency: 'USD',
    amount: { kind: 'FIXED', amountMinor: 2500n },
    usesMax: 1,
  } as const
  const by = { actor: 'clerk', at: new Date() }
  const created = await createPaymentLink(
    access?.merchant ?? assert.fail('no merchant'),
    { ...usual, ...terms },
    by,
    dependencies,
  )
  return isRejection(created) ? assert.fail(`${created.reason} ${created.explanation}`) : created.paymentLink
}

/** Any number of payments: a member that is absent, rather than one of the usual terms. */
export async function newUnlimitedPaymentLink(
  gateway: Pick<TestGateway, 'dependencies'>,
  merchantId: string,
  terms: Partial<PaymentLinkTerms> = {},
): Promise<StoredPaymentLink> {
  const { dependencies } = gateway
  const access = await dependencies.store.findMerchant(merchantId)
  const usual = { operation: 'PAY', currency: 'USD', amount: { kind: 'FIXED', amountMinor: 2500n } } as const
  const by = { actor: 'clerk', at: new Date() }
  const created = await createPaymentLink(
    access?.merchant ?? assert.fail('no merchant'),
    { ...usual, ...terms },
    by,
    dependencies,
  )
  return isRejection(created) ? assert.fail(created.reason) : created.paymentLink
}

/** A browser: keeps the cookie of the link. */
export interface PaymentLinkBrowser {
  open(headers?: Record<string, string>): Promise<ApiResponse>
  enter(fields: FormFields, headers?: Record<string, string>): Promise<ApiResponse>
  /** Opens the link and goes on to the payment page. */
  payer(): Promise<Payer>
  readonly cookie: () => string | undefined
}

export function openPaymentLink(
  { listeners }: Pick<TestGateway, 'listeners'>,
  paymentLinkId: string,
): PaymentLinkBrowser {
  let cookie: string | undefined
  async function ask(fields: FormFields | undefined, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const response = await send(listeners.httpUrl ?? '', {
      path: `/checkout/link/${paymentLinkId}`,
      login: null,
      headers: {
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(cookie !== undefined && { cookie }),
        ...headers,
      },
      ...(fields && { method: 'POST', bytes: formText(fields) }),
    })
    const [set] = response.headers['set-cookie'] ?? []
    cookie = set?.split(';')[0] ?? cookie
    return response
  }
  return {
    open: (headers) => ask(undefined, headers),
    enter: (fields, headers) => ask(fields, headers),
    async payer() {
      return payerAt({ listeners }, await ask(undefined))
    },
    cookie: () => cookie,
  }
}

/** The payer on the page that a response leads to. */
export function payerAt(gateway: Pick<TestGateway, 'listeners'>, response: ApiResponse): Payer {
  const [, sessionId] = /^\/checkout\/pay\/(SESSION\w+)$/.exec(wayFrom(response) ?? '') ?? []
  return openPayer(gateway, sessionId ?? assert.fail(`${response.status} ${response.text.slice(0, 500)}`))
}
