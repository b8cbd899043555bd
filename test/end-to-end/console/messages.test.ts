// Messages exchanged with acquirers and response codes by hour, by the console's services.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LinkResponsesBody, OrderMessagesBody } from '../../../src/console/response-bodies/links.ts'
import type { RunningHost } from '../../../src/host/host.ts'
import { permissions } from '../../../src/kernel/user.ts'
import { spellingsOf } from '../../support/checks/canary-search.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  cardExpiring,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { boardAtCardHost, type CardHostMerchant } from '../../support/fixtures/card-host-merchant.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'
import { type CardHostWorld, makeCardHostWorld } from '../../support/sites/card-host-world.ts'

type Exchange = OrderMessagesBody['exchanges'][number]

const accountNumber = '5123450000000008'
const securityCode = '739'

describe('messages exchanged with an acquirer', () => {
  let gateway: TestGateway
  let hosts: CardHostWorld
  let host: RunningHost
  let shop: CardHostMerchant
  let user: ConsoleUser
  before(async () => {
    gateway = await sharedGateway()
    hosts = await makeCardHostWorld()
    host = await hosts.start()
    shop = await boardAtCardHost(gateway, host)
    user = await signedIn(gateway, { merchantId: shop.merchantId, permissions: ['VIEW_MESSAGES'] })
  })
  after(() => hosts.close())

  const put = (merchantId: string, path: string, body: object) =>
    send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(path, { merchant: merchantId }),
      body,
      login: `merchant.${merchantId}:${testPassword}`,
    })

  const messagesOf = (orderId: string, as = user, merchantId = shop.merchantId) =>
    ask(gateway, { path: ofMerchant(`/orders/${orderId}/messages`, merchantId), as })

  /** Once this many are written. */
  const written = (orderId: string, count: number, as = user) =>
    eventually(
      () => messagesOf(orderId, as, as.merchantId),
      ({ body }) => body.exchanges?.length === count,
    )

  const valuesOf = ({ fields }: Exchange['sent']) => new Map(fields.map(({ label, value }) => [label, value]))

  it('are shown for an order, field by field, with names and without secrets', async () => {
    const orderId = newOrderId()
    const card = { number: accountNumber, expiry: { month: '1', year: '39' }, securityCode }
    await put(
      shop.merchantId,
      `/order/${orderId}/transaction/auth`,
      authorizeBody({ sourceOfFunds: { type: 'CARD', provided: { card } } }),
    )
    await put(shop.merchantId, `/order/${orderId}/transaction/capture`, captureBody('10.00'))
    const response = await written(orderId, 2)
    const { exchanges, isComplete } = response.body as OrderMessagesBody
    const [authorization, capture] = exchanges
    assert.ok(authorization?.received && capture?.received)
    assert.deepEqual(
      exchanges.map(({ transactionId, linkId, sent, received }) => [
        transactionId,
        linkId,
        sent.title,
        received?.title,
      ]),
      [
        ['auth', shop.linkId, '0100 authorization request', '0110 authorization response'],
        ['capture', shop.linkId, '0220 financial advice', '0230 financial advice response'],
      ],
    )
    assert.equal(isComplete, true)
    assert.deepEqual(authorization.sent.fields[0], {
      label: '2',
      name: 'Primary account number',
      value: '512345xxxxxx0008',
    })
    assert.equal(valuesOf(authorization.sent).get('48.01'), '*** (3)')
    assert.equal(valuesOf(authorization.received).get('39'), '00')
    const [row] = await gateway.query<{ row: string }>(
      `select string_agg(e::text, ' ') as row from exchanged_messages e where order_id = $1`,
      [orderId],
    )
    for (const spelling of spellingsOf(accountNumber))
      for (const text of [response.text, row?.row ?? assert.fail()]) assert.ok(!text.includes(spelling), spelling)
    assert.ok(!response.text.includes(`"${securityCode}"`))
  })

  it('show as much of a card number as the profile of the merchant', async () => {
    const hidden = await boardMerchant(gateway, {
      profile: {
        cardMasking: 'HIDDEN',
        acquirerLink: { linkId: shop.linkId, adapter: 'iso8583', acquirerId: 'CARD_HOST', acquirerMerchantId: 'SHOP' },
      },
    })
    const as = await signedIn(gateway, { merchantId: hidden.id })
    const orderId = newOrderId()
    await put(hidden.id, `/order/${orderId}/transaction/1`, payBody())
    const { exchanges } = (await written(orderId, 1, as)).body as OrderMessagesBody
    assert.equal(exchanges[0]?.sent.fields[0]?.value, 'x'.repeat(16))
  })

  it('are kept for the operator, the merchant and no other, and only for users with the permission', async () => {
    const orderId = newOrderId()
    await put(shop.merchantId, `/order/${orderId}/transaction/1`, payBody())
    await written(orderId, 1)
    const others = permissions.filter((permission) => permission !== 'VIEW_MESSAGES')
    const colleague = await signedIn(gateway, { merchantId: shop.merchantId, permissions: others })
    const statuses = await Promise.all(
      [await operatorsUser(gateway, ['VIEW_MESSAGES']), colleague, await signedIn(gateway)].map(
        async (as) => (await messagesOf(orderId, as)).status,
      ),
    )
    assert.deepEqual(statuses, [200, 403, 404])
    assert.equal((await messagesOf(newOrderId())).status, 404)
    const elsewhere = await ask(gateway, {
      path: ofMerchant(`/orders/${orderId}/messages`),
      as: await signedIn(gateway),
    })
    assert.equal(elsewhere.status, 404)
  })

  it('count as responses of the link, by hour and code', async () => {
    const operators = await operatorsUser(gateway, ['VIEW'])
    const { merchantId, linkId } = await boardAtCardHost(gateway, host, { linkId: 'counted-host' })
    for (const sourceOfFunds of [cardExpiring('1', '39'), cardExpiring('1', '39'), cardExpiring('5', '39')])
      await put(merchantId, `/order/${newOrderId()}/transaction/1`, payBody({ sourceOfFunds }))
    const read = (query?: string) => ask(gateway, { path: `/links/${linkId}/responses${query ?? ''}`, as: operators })
    const countsOf = (body: LinkResponsesBody) => {
      const counts: Record<string, number> = {}
      for (const { code, outcome, count } of body.responses)
        counts[`${code} ${outcome}`] = (counts[`${code} ${outcome}`] ?? 0) + count
      return counts
    }
    const { body } = await eventually(
      () => read(),
      (response) => Object.values(countsOf(response.body)).join() === '2,1',
    )
    assert.deepEqual(countsOf(body), { '00 APPROVED': 2, '05 DECLINED': 1 })
    assert.ok(body.responses.every(({ hour }: { hour: string }) => hour >= body.from && hour <= body.to))
    assert.equal((await read('?hours=168')).status, 200)
    for (const hours of ['0', '169', 'x']) assert.equal((await read(`?hours=${hours}`)).body.field, 'hours')
    const missing = await ask(gateway, { path: '/links/nowhere/responses', as: operators })
    assert.equal(missing.status, 404)
  })
})
