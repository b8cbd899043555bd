// A card tester on the pages of a merchant: from any address, with any card, without scripts.
import assert from 'node:assert/strict'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, inject, newOrderId } from './client.ts'
import { card, type FormFields, formText } from './payer.ts'

export interface Probe {
  readonly orderId: string
  readonly sessionId: string
  readonly response: ApiResponse
}

/** A number of the BIN that passes the Luhn check; the published test ranges have no more numbers than they need. */
export function cardNumberIn(bin: string, n: number): string {
  const digits = `${bin}${String(n).padStart(15 - bin.length, '0')}`
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Opens a page of its own and pays there. */
export async function probePage(
  gateway: Pick<TestGateway, 'server'>,
  {
    merchant,
    from,
    fields,
    interaction = {},
  }: {
    readonly merchant: string
    readonly from: string
    readonly fields: FormFields
    readonly interaction?: object
  },
): Promise<Probe> {
  const orderId = newOrderId()
  const { body, text } = await inject(gateway.server, {
    method: 'POST',
    path: apiPath('/session', { merchant }),
    login: `merchant.${merchant}:${testPassword}`,
    body: {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        operation: 'PURCHASE',
        returnUrl: 'https://shop.example/done',
        action: { '3DSecure': 'BYPASS' },
        ...interaction,
      },
      order: { id: orderId, amount: '1.00', currency: 'USD' },
    },
  })
  assert.ok(body.session, text)
  const response = await inject(gateway.server, {
    method: 'POST',
    path: `/checkout/pay/${body.session.id}`,
    login: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bytes: formText({ ...card, attempt: '1', ...fields }),
    from,
  })
  return { orderId, sessionId: body.session.id, response }
}
