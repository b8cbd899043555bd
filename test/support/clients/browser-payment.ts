// The three sides of a browser payment as tests play them: the merchant's program, the payer with a browser, and the provider.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { PayerChoice, SimulatedProvider } from '../../../src/browser-payments/providers/simulator/adapter.ts'
import { signatureHeaders } from '../../../src/browser-payments/providers/simulator/callbacks.ts'
import type { Provider } from '../../../src/kernel/provider.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, type Body, send } from './client.ts'

export const returnUrl = 'https://shop.example/back?order=7&step=paid'

export function initiateBody(provider: Provider = 'PROVIDER_A', differences: Body = {}): object {
  const { browserPayment, order, sourceOfFunds, ...others } = differences
  return {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl,
      ...(provider === 'PROVIDER_A' && { providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } }),
      ...browserPayment,
    },
    order: { amount: '100.00', currency: 'EUR', ...order },
    sourceOfFunds: {
      type: provider,
      ...(provider === 'PROVIDER_B' && { provided: { providerB: { bankIdentifier: '10010010' } } }),
      ...sourceOfFunds,
    },
    ...others,
  }
}

/** With provider A and a confirmation by the merchant. */
export const atMerchant = { browserPayment: { providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } } }

export function providerOf({ dependencies }: Pick<TestGateway, 'dependencies'>, provider: Provider): SimulatedProvider {
  const adapter = `simulated-${provider.toLowerCase().replace('_', '-')}`
  return dependencies.providers.of({ adapter }) as SimulatedProvider
}

interface Place {
  readonly orderId: string
  readonly transactionId?: string
}

interface Way {
  readonly redirect_token: string
  readonly acquirer_reference: string
  readonly provider: Provider
}

export type BrowserPayer = ReturnType<typeof openPayer>

export function openPayer(gateway: TestGateway) {
  const baseUrl = gateway.listeners.httpUrl ?? ''

  async function wayOf({ orderId, transactionId = '1' }: Place): Promise<Way> {
    const [way] = await gateway.query<Way>(
      `select redirect_token, acquirer_reference, acquirer_link->>'acquirerId' as provider from transactions
       where order_id = $1 and transaction_id = $2`,
      [orderId, transactionId],
    )
    if (!way) throw new Error(`order ${orderId} has no transaction ${transactionId}`)
    return way
  }

  const visit = (path: string, method = 'GET'): Promise<ApiResponse> =>
    send(baseUrl, { path, method, login: null, headers: { accept: 'text/html' } })

  return {
    visit,
    tokenOf: async (place: Place) => (await wayOf(place)).redirect_token,
    referenceOf: async (place: Place) => (await wayOf(place)).acquirer_reference,
    /** Opens the address that the merchant was given. */
    leave: async (place: Place) => visit(`/bpui/pp/out/${(await wayOf(place)).redirect_token}`),
    /** The provider sends the browser back. */
    comeBack: async (place: Place, method = 'GET') =>
      visit(`/bpui/pp/in/${(await wayOf(place)).redirect_token}`, method),
    /** What the payer does on the page; the provider sends no notification by itself. */
    async decide(place: Place, decision: PayerChoice['decision'], choice: Partial<PayerChoice> = {}) {
      const { provider, acquirer_reference: reference } = await wayOf(place)
      return providerOf(gateway, provider).decide(reference, { decision, callbacks: 'NEVER', ...choice })
    },
    /** The provider's callback with its signature, or a forged one. */
    async notify(place: Place, falsified: { body?: string; token?: string; signature?: string; ageMs?: number } = {}) {
      const token = falsified.token ?? (await wayOf(place)).redirect_token
      const [row] = await gateway.query<{ secret: string }>('select secret from simulated_providers.callback_secret')
      const url = `${gateway.dependencies.addresses.publicUrl()}/bpui/pp/notify/${(await wayOf(place)).redirect_token}`
      const body = Buffer.from('{"state":"OVER"}')
      const now = new Date(Date.now() - (falsified.ageMs ?? 0))
      const headers = signatureHeaders({ url, body }, { secret: row?.secret ?? '', now })
      return send(baseUrl, {
        method: 'POST',
        path: `/bpui/pp/notify/${token}`,
        login: null,
        bytes: falsified.body ?? body,
        headers: {
          ...headers,
          ...(falsified.signature !== undefined && { 'x-provider-signature': falsified.signature }),
        },
      })
    },
    /** The kinds of what happened to the order, oldest first, each with the code it left the transaction with. */
    async events({ orderId }: Place): Promise<readonly string[]> {
      const rows = await gateway.query<{ kind: string; number: number; response: Body }>(
        'select kind, number, response from events where order_id = $1 order by number',
        [orderId],
      )
      return rows.map(({ kind, response }) => `${kind} ${response.response.gatewayCode}`)
    },
    /** The clock of the provider's script goes on by so much. */
    async passTime(place: Place, seconds: number): Promise<void> {
      const { acquirer_reference: reference } = await wayOf(place)
      await gateway.query(
        "update simulated_providers.line set started_at = started_at - $2 * interval '1 second' where reference = $1",
        [reference, seconds],
      )
    },
  }
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Status of the interaction, and which times are known. */
export function interactionOf({ body, text }: ApiResponse): readonly string[] {
  assert.ok(body.browserPayment, text)
  const { status, ...times } = body.browserPayment.interaction
  for (const time of Object.values(times)) assert.match(time as string, moment)
  return [status, ...Object.keys(times).toSorted()]
}

/** A signature made without the secret. */
export function guessedSignature(): string {
  return createHmac('sha256', 'guessed').update('{}').digest('hex')
}
