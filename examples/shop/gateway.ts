// Everything this shop asks of the gateway. The password stays on this side: browsers only ever see a session's id.
import type { Basket } from './basket.ts'

export interface GatewaySettings {
  readonly url: string
  readonly merchantId: string
  readonly password: string
}

/** A session for the payer's browser, and how the shop recognises that it was paid. */
export interface CheckoutSession {
  readonly sessionId: string
  readonly successIndicator: string
}

export interface OrderAtGateway {
  readonly status: string
  readonly paid: string
  readonly currency: string
}

/** Where the payer's browser comes back to. */
export interface ReturnAddresses {
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly timeoutUrl: string
}

export type Gateway = ReturnType<typeof openGateway>

export function openGateway({ url, merchantId, password }: GatewaySettings) {
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`

  async function ask(method: string, path: string, version: number, body?: object): Promise<ApiResponse> {
    const response = await fetch(`${url}/api/rest/version/${version}/merchant/${merchantId}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as ApiResponse
  }

  /** For what the shop cannot do without. */
  async function sure(...asked: Parameters<typeof ask>): Promise<ApiResponse> {
    const response = await ask(...asked)
    if (response.result !== 'ERROR') return response
    throw new Error(`The gateway refused ${asked[0]} ${asked[1]}: ${response.error?.explanation}`)
  }

  return {
    url,
    merchantId,

    /** For the page in the whole window and inside an element. */
    async initiateCheckout(orderId: string, basket: Basket, addresses: ReturnAddresses): Promise<CheckoutSession> {
      const response = await sure('POST', '/session', 100, {
        apiOperation: 'INITIATE_CHECKOUT',
        order: orderOf(orderId, basket),
        interaction: { operation: 'PURCHASE', merchant: { name: 'Leaf & Letter' }, ...addresses },
      })
      return checkoutSessionIn(response)
    },

    /** The same for the library of version 62 and before, which has the lightbox. */
    async createCheckoutSession(orderId: string, basket: Basket, addresses: ReturnAddresses): Promise<CheckoutSession> {
      const response = await sure('POST', '/session', 60, {
        apiOperation: 'CREATE_CHECKOUT_SESSION',
        order: orderOf(orderId, basket),
        interaction: { operation: 'PURCHASE', merchant: { name: 'Leaf & Letter' }, ...addresses },
      })
      return checkoutSessionIn(response)
    },

    /**
     * A session for one order, which the hosted fields fill with the card. The payer's browser authenticates its payer with
     * it, for this order and amount only, and comes back to the shop afterwards.
     */
    async createSession(orderId: string, { amount, currency }: Basket, redirectResponseUrl: string): Promise<string> {
      const id = sessionIdIn(await sure('POST', '/session', 100))
      const order = { id: orderId, amount, currency }
      await sure('PUT', `/session/${id}`, 100, { order, authentication: { redirectResponseUrl } })
      return id
    },

    /** Pays with the card that is in the session. The same ids sent twice pay once. */
    async payWithSession(
      orderId: string,
      sessionId: string,
      { amount, currency }: Basket,
      authenticationId: string | undefined,
    ): Promise<boolean> {
      const response = await sure('PUT', `/order/${orderId}/transaction/1`, 100, {
        apiOperation: 'PAY',
        order: { amount, currency },
        session: { id: sessionId },
        ...(authenticationId !== undefined && { authentication: { transactionId: authenticationId } }),
      })
      return response.result === 'SUCCESS'
    },

    /** What counts in the end is what the gateway says of the order, not what a browser brought along. */
    async retrieveOrder(orderId: string): Promise<OrderAtGateway> {
      const order = await ask('GET', `/order/${orderId}`, 100)
      // The gateway does not know an order before the first attempt to pay it.
      const { status = 'NOT PAID', totalCapturedAmount = 0, currency = '' } = order
      return { status, paid: String(totalCapturedAmount), currency }
    },

    async isThere(): Promise<boolean> {
      const response = await fetch(`${url}/api/rest/version/100/information`).catch(() => undefined)
      return response?.ok === true
    },
  }
}

/** The members of answers that this shop reads. */
interface ApiResponse {
  readonly result?: string
  readonly error?: { readonly explanation?: string }
  readonly session?: { readonly id: string }
  readonly successIndicator?: string
  readonly status?: string
  readonly totalCapturedAmount?: number
  readonly currency?: string
}

function orderOf(id: string, { amount, currency, description, items }: Basket) {
  return { id, amount, currency, description, item: items }
}

function sessionIdIn({ session }: ApiResponse): string {
  if (!session) throw new Error('The gateway made no session.')
  return session.id
}

function checkoutSessionIn(response: ApiResponse): CheckoutSession {
  if (response.successIndicator === undefined) throw new Error('The gateway gave no success indicator.')
  return { sessionId: sessionIdIn(response), successIndicator: response.successIndicator }
}
