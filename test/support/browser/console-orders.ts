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
    const response = await send(listeners.httpUrl ?? '', { method: 'PUT', path, body, login })
    assert.ok(response.body.result !== 'ERROR', response.text)
  }
  return orderId
}

const usualCard = { number: '5123450000000008', month: '01', year: '39', code: '100' }
type CardDifferences = Readonly<Record<string, string>>

const cardField = (page: Page, id: string) => page.frameLocator(`#card-${id} + iframe`).locator('#field')

/** Types a card into the hosted fields of the page where payments are taken, key by key. */
export async function typeCard(page: Page, differences: CardDifferences = {}): Promise<void> {
  for (const [id, text] of Object.entries({ ...usualCard, ...differences }))
    await cardField(page, id).pressSequentially(text)
}

/** Puts a card into these fields at once, as browsers do that know it. */
export async function fillCard(page: Page, differences: CardDifferences = {}): Promise<void> {
  for (const [id, text] of Object.entries({ ...usualCard, ...differences })) await cardField(page, id).fill(text)
}

/** The value beside a name in a list of particulars. */
export function valueNamed(page: Page, name: string) {
  return page.locator(`dt:text-is("${name}") + dd`)
}
