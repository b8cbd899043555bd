import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { testCard } from '../../../test/conformance/acquirer-simulator-kit.ts'
import { spellingsOf } from '../../../test/support/checks/canary-search.ts'
import { type FaultyUpstream, openFaultyUpstream } from '../../../test/support/sites/faulty-upstream.ts'
import { certificateFor, makeAuthority } from '../../../test/support/sites/tls-server.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest } from '../../payments/ports/acquirer.ts'
import type { RecordedExchange } from '../ports/exchanged-messages.ts'
import { openGatewayLink } from './index.ts'

const account = '5123450000000008'
const [securityCode, password] = ['739', 'a-password-of-the-bank']
const key = { merchantId: 'SHOP1', orderId: 'order', transactionId: '1' }

function payment(reference: string): AcquirerRequest {
  return {
    kind: 'PAY',
    reference,
    acquirerMerchantId: 'BANK1',
    currency: 'USD',
    amountMinor: 10_00n,
    details: { order: { description: `paid with ${account}` } },
    instrument: testCard('1/39', {
      number: new Secret('ACCOUNT', account),
      securityCode: new Secret('AUTHENTICATION', securityCode),
    }),
    key,
  }
}

describe('what is kept of requests to an upstream gateway', () => {
  let upstream: FaultyUpstream
  let ca: string
  before(async () => {
    const authority = await makeAuthority()
    upstream = await openFaultyUpstream(await certificateFor({ issuer: authority }))
    ca = authority.certificatePem
  })
  after(() => upstream.close())

  function open() {
    const kept: RecordedExchange[] = []
    const link = openGatewayLink({
      settings: { url: upstream.url, ca, password },
      clock: { now: () => new Date('2026-11-16T10:20:30Z') },
      log: () => undefined,
      messages: { keep: (each) => void kept.push(each) },
    })
    return { kept, link }
  }
  const terms = { sendBefore: Number.POSITIVE_INFINITY }

  it('is each request about a transaction with its answer, field by field, and no secret', async (t) => {
    const { kept, link } = open()
    t.after(() => link.close())
    const question = payment('recorded-1')
    assert.equal((await link.acquirer.ask(question, terms)).kind, 'ANSWERED')
    await link.acquirer.inquire(question)
    await link.acquirer.reverse(question)
    const path = '/api/rest/version/100/merchant/BANK1/order/recorded-1'
    assert.deepEqual(
      kept.map((each) => [each.key, each.sent.title, each.sent.fields[0]?.join(' '), each.received?.title]),
      [
        [key, 'PAY request', `PUT ${path}/transaction/recorded-1`, 'HTTP 201 Created'],
        [key, 'RETRIEVE_ORDER request', `GET ${path}`, 'HTTP 200 OK'],
        [key, 'RETRIEVE_ORDER request', `GET ${path}`, 'HTTP 200 OK'],
        [key, 'VOID request', `PUT ${path}/transaction/recorded-1-R`, 'HTTP 201 Created'],
      ],
    )
    const sent = new Map(kept[0]?.sent.fields)
    assert.equal(sent.get('order.amount'), '10')
    assert.equal(sent.get('sourceOfFunds.provided.card.number'), '512345xxxxxx0008')
    assert.equal(sent.get('sourceOfFunds.provided.card.securityCode'), '*** (3)')
    assert.equal(sent.get('order.description'), 'paid with 512345xxxxxx0008')
    assert.equal(new Map(kept[0]?.received?.fields).get('response.gatewayCode'), 'APPROVED')
    const text = JSON.stringify(kept)
    const login = Buffer.from(`merchant.BANK1:${password}`).toString('base64')
    for (const secret of [...spellingsOf(account), `"${securityCode}"`, password, login])
      assert.ok(!text.includes(secret), secret)
  })

  it('is nothing of what was not sent, of what is about no transaction, and why there is no answer', async (t) => {
    const { kept, link } = open()
    t.after(() => link.close())
    const { key: _, ...ownerless } = payment('recorded-2')
    await link.acquirer.ask(ownerless as AcquirerRequest, terms)
    await link.acquirer.ask(payment('recorded-3'), { sendBefore: performance.now() - 1 })
    assert.deepEqual(kept, [])
    upstream.plan('/transaction/recorded-4', 'RESET_READ')
    assert.equal((await link.acquirer.ask(payment('recorded-4'), terms)).kind, 'NO_ANSWER')
    assert.deepEqual(
      kept.map(({ received, problem }) => [received, typeof problem]),
      [[undefined, 'string']],
    )
  })
})
