// A payer whose browser runs no scripts: opens pages of a session and posts their forms.
import assert from 'node:assert/strict'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, newOrderId, send } from './client.ts'
import { openSessions } from './sessions.ts'

export type FormFields = Readonly<Record<string, string>>

export interface Payer {
  readonly path: string
  open(headers?: Record<string, string>): Promise<ApiResponse>
  /** Posts the form; the attempt is the one that the page has now, unless said otherwise. */
  pay(fields?: FormFields, headers?: Record<string, string>): Promise<ApiResponse>
  cancel(headers?: Record<string, string>): Promise<ApiResponse>
  timeout(headers?: Record<string, string>): Promise<ApiResponse>
}

/** One whose bank takes part in payer authentication, where the page has its payer authenticated. */
export const card: FormFields = {
  source: 'CARD',
  cardNumber: '5123 4500 0000 0008',
  nameOnCard: 'Jane Payer',
  expiryMonth: '1',
  expiryYear: '39',
  securityCode: '100',
}

/** One whose bank does not. */
export const notEnrolledCard: FormFields = { ...card, cardNumber: '5111 1111 1111 1118' }

/** The published expiry date that makes the simulated acquirer decline. */
export const declinedCard: FormFields = { ...card, expiryMonth: '5' }

export function formText(fields: FormFields): string {
  return new URLSearchParams(fields).toString()
}

export function openPayer({ listeners }: Pick<TestGateway, 'listeners'>, sessionId: string, frame?: string): Payer {
  const query = frame === undefined ? '' : `?frame=${frame}`
  const ask = (rest: string, fields?: FormFields, headers: Record<string, string> = {}) =>
    send(listeners.httpUrl ?? '', {
      path: `/checkout/pay/${sessionId}${rest}${query}`,
      login: null,
      headers: { ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(fields && { method: 'POST', bytes: formText(fields) }),
    })
  return {
    path: `/checkout/pay/${sessionId}${query}`,
    open: (headers) => ask('', undefined, headers),
    pay: (fields = {}, headers) => ask('', { ...card, attempt: '1', ...fields }, headers),
    cancel: (headers) => ask('/cancel', {}, headers),
    timeout: (headers) => ask('/timeout', undefined, headers),
  }
}

export interface NewCheckout {
  readonly sessionId: string
  readonly sessionVersion: string
  readonly successIndicator: string
  readonly orderId: string
}

/** A checkout session of the newest version for a purchase, without payer authentication; interaction and order may differ. */
export async function newCheckout(
  gateway: Pick<TestGateway, 'listeners'>,
  {
    interaction = {},
    order = {},
    merchant,
    password,
    version = 100,
    ...differences
  }: {
    readonly interaction?: object
    readonly order?: object
    readonly merchant?: string
    readonly password?: string
    readonly version?: number
    readonly [group: string]: unknown
  } = {},
): Promise<NewCheckout> {
  const orderId = newOrderId()
  const body = {
    apiOperation: version >= 63 ? 'INITIATE_CHECKOUT' : 'CREATE_CHECKOUT_SESSION',
    interaction: {
      operation: 'PURCHASE',
      returnUrl: 'https://shop.example/done',
      action: { '3DSecure': 'BYPASS' },
      ...interaction,
    },
    order: { id: orderId, amount: '100.00', currency: 'USD', ...order },
    ...differences,
  }
  const { status, body: response, text } = await openSessions(gateway, merchant, password).create(body, version)
  assert.equal(status, 201, text)
  return {
    sessionId: response.session.id,
    sessionVersion: response.session.version,
    successIndicator: response.successIndicator,
    orderId,
  }
}

/** Where the browser goes from here, if it goes: a redirect, or a page that leads on. */
export function wayFrom({ status, headers }: ApiResponse): string | undefined {
  return status === 303 ? headers.location : /^0;url=(.*)$/.exec(String(headers['refresh']))?.[1]
}

/** The same address without its query, and the query. */
export function redirectOf(response: ApiResponse): readonly [address: string, query: FormFields] {
  const way = wayFrom(response)
  assert.ok(way !== undefined, `${response.status} ${response.text}`)
  const [address = '', query = ''] = way.split('?')
  return [address, Object.fromEntries(new URLSearchParams(query))]
}
