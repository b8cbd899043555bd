// A merchant with something on every page of the console: long names, large amounts, and whatever waits or went wrong.
import assert from 'node:assert/strict'
import { noRiskRules } from '../../../src/domain/risk/risk.ts'
import { apiPath, authorizeBody, captureBody, cardExpiring, payBody, refundBody, send } from '../clients/client.ts'
import { ask, type ConsolePerson, ofMerchant, operatorsPerson, signedIn } from '../clients/console.ts'
import { boardMerchant, by, makeCertificate } from '../fixtures/merchants.ts'
import { caughtUp } from '../fixtures/search-world.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { makeOrder } from './console-orders.ts'
import { giveStaleDevice, personWithPassword } from './console-people.ts'

export interface FilledMerchant {
  readonly merchantId: string
  readonly person: ConsolePerson
  readonly operators: ConsolePerson
  /** Has a device, and has to show it again before anything sensitive. */
  readonly careful: ConsolePerson
  /** Has a first password. */
  readonly newcomer: ConsolePerson
  readonly token: string
  readonly notificationId: string
}

/** As long as the gateway takes them. */
export const longOrderId = 'a-long-order-id-0123456789-0123456789-xy'
const longName =
  'The Honourable Company of Merchants Trading in Teapots, Cups, Saucers and Other Fine Things of Porcelain'
const heldCard = { number: '4508750015741019', expiry: { month: '1', year: '39' }, securityCode: '100' }

export async function fillMerchant(gateway: TestGateway): Promise<FilledMerchant> {
  const acquirerLink = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'FILLED' }
  const binRanges = [{ from: '450875', to: '450875', action: 'REVIEW' as const }]
  const risk = { ...noRiskRules, binRanges }
  const profile = { name: longName.slice(0, 100), acquirerLink, risk, refundsNeedApproval: true }
  const { id: merchantId } = await boardMerchant(gateway, { profile, passwords: [testPassword, `${testPassword}2`] })
  const person = await personWithPassword(gateway, { merchantId, login: 'person' })
  const { person: careful } = await giveStaleDevice(
    gateway,
    await personWithPassword(gateway, { merchantId, login: 'careful' }),
  )
  const newcomer = await signedIn(gateway, { merchantId, mustChangePassword: true })
  const operators = await operatorsPerson(gateway)
  await signedIn(gateway, { merchantId, rights: ['VIEW'] })
  await signedIn(gateway, { merchantId: '', rights: ['VIEW'] })
  const url = 'https://localhost:9/notifications'
  await gateway.ports.notificationSettings.change(merchantId, { isEnabled: true, url }, by())
  await makeOrders(gateway, merchantId)
  const token = await storeCard(gateway, merchantId)
  await caughtUp(gateway, merchantId)
  const asked = (method: string, rest: string, body?: object) =>
    ask(gateway, { method, path: ofMerchant(rest, merchantId), as: person, ...(body && { body }) })
  const listed = { list: 'SUSPECT', orderId: 'paid', transactionId: '1', note: 'Reported stolen' }
  const { cert } = await makeCertificate(gateway)
  for (const [rest, body] of [
    ['/risk/cards', listed],
    ['/certificates', { pem: cert, operations: ['RETRIEVE_ORDER', 'RETRIEVE_TRANSACTION'] }],
    ['/passwords', { name: 'settlement job', operations: ['CAPTURE', 'RETRIEVE_ORDER', 'RETRIEVE_EVENTS', 'VOID'] }],
    // It refunds, which takes two people here.
    ['/passwords', { name: 'refund desk', operations: ['REFUND'] }],
    ['/reporting-passwords', {}],
    ['/orders/own/refunds', { transactionId: 'please', amount: '40', currency: 'USD' }],
  ] as const) {
    const answer = await asked('POST', rest, body)
    assert.ok(answer.status < 300, `${rest}: ${answer.text}`)
  }
  await caughtUp(gateway, merchantId)
  const { notificationId } = (await asked('GET', '/deliveries')).body.rows[0]
  return { merchantId, person, operators, careful, newcomer, token, notificationId }
}

async function makeOrders(gateway: TestGateway, merchant: string): Promise<void> {
  const make = (orderId: string, ...bodies: readonly object[]) => makeOrder(gateway, bodies, { merchant, orderId })
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
  await make('paid', payBody({ customer, order: { amount: '24.90', currency: 'EUR', reference: 'Two cups' } }))
  await make('declined', payBody({ sourceOfFunds: cardExpiring('5', '39') }))
  await make('part', authorizeBody(), captureBody('30.00'), refundBody('5.00'))
  await make('asked', payBody(), refundBody('40.00', { priorApproval: 'REQUESTED' }))
  await make('asked-too', payBody(), refundBody('40.00', { priorApproval: 'REQUESTED' }))
  await make('own', payBody())
  await make('held', authorizeBody({ sourceOfFunds: { type: 'CARD', provided: { card: heldCard } } }))
  await make('yen', payBody({ order: { amount: '1980000', currency: 'JPY' } }))
  await make('dinar', payBody({ order: { amount: '12.345', currency: 'KWD' } }))
  await make(longOrderId, payBody({ order: { amount: '99999999999.99', currency: 'USD', reference: longOrderId } }))
}

async function storeCard({ listeners }: TestGateway, merchant: string): Promise<string> {
  const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
  const { body } = await send(listeners.httpUrl ?? '', {
    method: 'POST',
    path: apiPath('/token', { merchant }),
    body: { sourceOfFunds: { type: 'CARD', provided: { card } } },
    login: `merchant.${merchant}:${testPassword}`,
  })
  return body.token
}
