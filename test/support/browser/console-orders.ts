// Orders for the tests of the console's pages, and what these tests do in a page again and again.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { apiPath, newOrderId, send } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'

interface Order {
  readonly merchant?: string
  readonly orderId?: string
  readonly transactionId?: string
}

/** As a merchant's program would make them, one transaction after the other. Answers the order's id. */
export async function makeOrder(
  { listeners }: Pick<TestGateway, 'listeners'>,
  bodies: readonly object[],
  { merchant = 'TESTMERCHANT', orderId = newOrderId() }: Order = {},
): Promise<string> {
  for (const [place, body] of bodies.entries()) {
    const path = apiPath(`/order/${orderId}/transaction/${place + 1}`, { merchant })
    const login = `merchant.${merchant}:${testPassword}`
    const answer = await send(listeners.httpUrl ?? '', { method: 'PUT', path, body, login })
    assert.ok(answer.body.result !== 'ERROR', answer.text)
  }
  return orderId
}

/** Types a card into the hosted fields of the page where payments are taken. */
export async function typeCard(page: Page, differences: Readonly<Record<string, string>> = {}): Promise<void> {
  const values = { number: '5123450000000008', month: '01', year: '39', code: '100', ...differences }
  for (const [id, text] of Object.entries(values))
    await page.frameLocator(`#card-${id} + iframe`).locator('#field').pressSequentially(text)
}

/** The value beside a name in a list of particulars. */
export function valueNamed(page: Page, name: string) {
  return page.locator(`dt:text-is("${name}") + dd`)
}
