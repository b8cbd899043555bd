// Who sees account numbers in clear: with privilege, wish and client certificate, and never without all three.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { CardMasking } from '../../../src/merchants/rules/merchant.ts'
import {
  type ApiResponse,
  apiPath,
  authorizeBody,
  type Body,
  captureBody,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'
import {
  boardMerchant,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
} from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let certificates: readonly { readonly isPrivileged: boolean; readonly id: string; readonly tls: TestCertificate }[]
before(async () => {
  gateway = await sharedGateway()
  const boarded = [true, false].map(async (isPrivileged) => {
    const { id } = await boardMerchant(gateway, { profile: { privileges: isPrivileged ? ['UNMASK'] : [] } })
    const tls = await makeCertificate(gateway)
    await registerCertificate(gateway, id, tls)
    return { isPrivileged, id, tls }
  })
  certificates = await Promise.all(boarded)
})

const clear = '5123450000000008'
const masked = '512345xxxxxx0008'

const combinations = [true, false].flatMap((isPrivileged) =>
  [true, false].flatMap((asks) => [true, false].map((hasCertificate) => ({ isPrivileged, asks, hasCertificate }))),
)

interface Combination {
  readonly isPrivileged: boolean
  readonly asks: boolean
  readonly hasCertificate: boolean
}

function merchantOf({ isPrivileged }: Combination) {
  const found = certificates.find((each) => each.isPrivileged === isPrivileged)
  assert.ok(found)
  return found
}

/** Sends one request the way the combination says: through the mtls door with a certificate, or the other with a password. */
function ask(combination: Combination, rest: string, body?: object): Promise<ApiResponse> {
  const { id, tls } = merchantOf(combination)
  const { asks, hasCertificate } = combination
  const query = asks && !body ? '?responseControls.sensitiveData=UNMASK' : ''
  const sent = {
    method: body ? 'PUT' : 'GET',
    path: apiPath(`${rest}${query}`, { merchant: id }),
    ...(body && { body: { ...body, ...(asks && { responseControls: { sensitiveData: 'UNMASK' } }) } }),
  }
  if (hasCertificate)
    return send(gateway.listeners.mtlsUrl, { ...sent, login: null, tls: { cert: tls.cert, key: tls.key } })
  return send(gateway.listeners.httpsUrl, { ...sent, login: `merchant.${id}:${testPassword}` })
}

async function auditLines(orderId: string): Promise<readonly Body[]> {
  return gateway.query<Body>(
    `select action, actor, subject from audit where subject ->> 'orderId' = $1 order by at, audit_id`,
    [orderId],
  )
}

function numbersIn({ text }: ApiResponse): readonly string[] {
  return [...new Set([...text.matchAll(/"number":"([0-9x]+)"/g)].map(([, number]) => number ?? ''))]
}

describe('an account number', () => {
  for (const combination of combinations) {
    const { isPrivileged, asks, hasCertificate } = combination
    const isShown = isPrivileged && asks && hasCertificate
    const words = [
      isPrivileged ? 'with the privilege' : 'without the privilege',
      asks ? 'when asked for' : 'when not asked for',
      hasCertificate ? 'by certificate' : 'by password',
    ].join(', ')

    it(`is ${isShown ? 'shown in clear' : 'masked'} ${words}`, async () => {
      const expected = isShown ? [clear] : [masked]
      const orderId = newOrderId()
      const paid = newOrderId()
      const requests: readonly [string, string, object?][] = [
        [paid, `/order/${paid}/transaction/1`, payBody()],
        [orderId, `/order/${orderId}/transaction/1`, authorizeBody()],
        [orderId, `/order/${orderId}/transaction/2`, captureBody('10')],
        [orderId, `/order/${orderId}/transaction/1`],
        [orderId, `/order/${orderId}/transaction/2`],
        [orderId, `/order/${orderId}`],
        [paid, `/order/${paid}/transaction/1`, payBody()],
      ]
      for (const [order, path, body] of requests) {
        const before = (await auditLines(order)).length
        const response = await ask(combination, path, body)
        assert.ok(response.status === 200 || response.status === 201, response.text)
        assert.deepEqual(numbersIn(response), expected, path)
        assert.ok(!response.text.includes('securityCode"'), path)
        const added = (await auditLines(order)).slice(before)
        assert.equal(added.length, isShown ? 1 : 0, path)
      }
    })
  }

  it('in clear has an audit entry first: user, object and time, and no number', async () => {
    const orderId = newOrderId()
    const everything = { isPrivileged: true, asks: true, hasCertificate: true }
    await ask(everything, `/order/${orderId}/transaction/1`, payBody())
    await ask(everything, `/order/${orderId}`)
    const { id } = merchantOf(everything)
    const common = { action: 'ACCOUNTS_UNMASKED', actor: `merchant.${id}` }
    assert.deepEqual(await auditLines(orderId), [
      { ...common, subject: { orderId, transactionId: '1' } },
      { ...common, subject: { orderId } },
    ])
  })

  it('of a merchant that may see it is still stored masked', async () => {
    const orderId = newOrderId()
    const everything = { isPrivileged: true, asks: true, hasCertificate: true }
    await ask(everything, `/order/${orderId}/transaction/1`, payBody())
    const rows = await gateway.query<{ text: string }>(
      'select t::text as text from transactions t where order_id = $1 union all select e::text from events e where order_id = $1',
      [orderId],
    )
    assert.ok(rows.length >= 2)
    assert.ok(rows.every(({ text }) => !text.includes(clear)))
  })
})

describe('a merchant with card masking in its profile', () => {
  const shown: readonly [CardMasking, string][] = [
    ['SIX_FOUR', masked],
    ['LAST_FOUR', 'xxxxxxxxxxxx0008'],
    ['HIDDEN', 'xxxxxxxxxxxxxxxx'],
  ]
  for (const [cardMasking, number] of shown) {
    it(`sees ${number} with the setting ${cardMasking}`, async () => {
      const { id } = await boardMerchant(gateway, { profile: { cardMasking } })
      const shop = openShop(gateway, id)
      const orderId = newOrderId()
      const first = await shop.put(payBody(), { orderId })
      const responses = [first, await shop.put(payBody(), { orderId }), await shop.order(orderId)]
      for (const response of [...responses, await shop.transaction(orderId, '1')])
        assert.deepEqual(numbersIn(response), [number])
    })
  }

  it('sees bank accounts by their last four characters all the same', async () => {
    const { id } = await boardMerchant(gateway, { profile: { cardMasking: 'HIDDEN' } })
    const ach = {
      ...{ accountType: 'CONSUMER_CHECKING', bankAccountHolder: 'Jo', bankAccountNumber: '12345678' },
      ...{ routingNumber: '123456780', secCode: 'WEB' },
    }
    const shop = openShop(gateway, id)
    const orderId = await orderOf(shop, payBody({ sourceOfFunds: { type: 'ACH', provided: { ach } } }))
    const { body } = await shop.order(orderId)
    assert.equal(body.sourceOfFunds.provided.ach.bankAccountNumber, 'xxxx5678')
  })
})
