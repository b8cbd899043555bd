// Card testing against a gateway: refused on hosted pages and with hosted fields unless the profile says otherwise, on the API
// where it says so. The long campaigns are `npm run card-testing`, and beside the counters, in src/risk/velocity/velocity.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sandboxMerchants } from '../../../src/installation/sandbox/merchants.ts'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { assertStopped, campaigns, runCampaign } from '../../support/card-testing/campaign.ts'
import { until } from '../../support/checks/poll.ts'
import { authenticateBody, initiateBody } from '../../support/clients/access-control.ts'
import { apiPath, cardSource, inject, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { declinedCard, redirectOf } from '../../support/clients/payer.ts'
import { cardNumberIn, probePage } from '../../support/clients/probe.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { withoutCluster } from '../../support/gateway/citus.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

async function board(profile: Partial<MerchantProfile> = {}): Promise<string> {
  // So that no decline of another test makes a page authenticate its payers, where this is not the subject.
  return (await boardMerchant(gateway, { profile: { authenticationDeclinePercent: 0, ...profile } })).id
}

/** What the acquirer was asked for this merchant, and what was recorded as blocked. */
async function counts(merchant: string): Promise<{ readonly asked: number; readonly blocked: number }> {
  const [row] = await gateway.query<{ asked: number; blocked: number }>(
    `select count(b.reference)::int as asked, count(*) filter (where t.gateway_code = 'BLOCKED')::int as blocked
     from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     where t.merchant_id = $1`,
    [merchant],
  )
  return row ?? { asked: 0, blocked: 0 }
}

const declined = { month: '5', year: '39' }
const declinedSource = (number: string) => cardSource({ number, expiry: declined })

describe('card testing on hosted pages', () => {
  it('from one address stops after 15 declines; 20 refusals are recorded, later ones only shown', async () => {
    const merchant = await board()
    const probe = (n: number) =>
      probePage(gateway, {
        merchant,
        from: '192.0.2.66',
        fields: { ...declinedCard, cardNumber: cardNumberIn(String(510_000 + n), n) },
      })
    const orderIds: string[] = []
    for (let n = 0; n < 38; n += 1) {
      const { orderId, response } = await probe(n)
      orderIds.push(orderId)
      assert.match(response.text, /name="attempt"/, 'the payer may try again')
    }
    assert.deepEqual(await counts(merchant), { asked: 15, blocked: 20 })
    const { body } = await openShop(gateway, merchant).transaction(orderIds[20] ?? '', '1')
    assert.deepEqual(body.response.gatewayCode, 'BLOCKED')
    assert.deepEqual(body.risk.response, {
      gatewayCode: 'REJECTED',
      review: { decision: 'NOT_REQUIRED' },
      rule: [
        {
          name: 'MSO_VELOCITY_ADDRESS_DECLINES_HOUR',
          type: 'MSO_RULE',
          recommendation: 'REJECT',
          data: 'ADDRESS:DECLINES:HOUR:15',
        },
      ],
    })
    const honest = await probePage(gateway, { merchant, from: '198.51.100.1', fields: {} })
    assert.ok(redirectOf(honest.response)[1]['resultIndicator'])
    const metrics = (await inject(gateway.server, { path: '/metrics', login: null })).text
    assert.match(
      metrics,
      /tollgate_velocity_refusals_total\{subject="ADDRESS",counter="DECLINES",window="HOUR",recorded="false"\} \d/,
    )
    const warnings = gateway.logLines.filter((line) => line.includes(merchant) && line.includes('velocity limit'))
    assert.equal(warnings.length, 1, 'one line a minute')
  })

  it('from one IPv6 network counts as one address', async () => {
    const merchant = await board({ velocityLimits: ['ADDRESS:DECLINES:HOUR:2'] })
    for (let n = 0; n < 4; n += 1)
      await probePage(gateway, {
        merchant,
        from: `2001:db8:1:2::${n}`,
        fields: { ...declinedCard, cardNumber: cardNumberIn('512345', n) },
      })
    assert.deepEqual(await counts(merchant), { asked: 2, blocked: 2 })
  })

  it('with one BIN from many addresses stops, and an account that was approved before still pays', async () => {
    const merchant = await board()
    const pay = (n: number, fields: Record<string, string>) =>
      probePage(gateway, { merchant, from: `192.0.2.${n}`, fields })
    redirectOf((await pay(200, {})).response)
    for (let n = 0; n < 20; n += 1) await pay(n, { ...declinedCard, cardNumber: cardNumberIn('512345', n) })
    assert.deepEqual(await counts(merchant), { asked: 1 + 15, blocked: 5 })
    redirectOf((await pay(201, {})).response)
    redirectOf((await pay(202, { cardNumber: '4508750015741019' })).response)
  })

  it('with one card and many security codes stops after 10, also where the acquirer approves a wrong code', async () => {
    const merchant = await board()
    for (let n = 0; n < 12; n += 1)
      await probePage(gateway, { merchant, from: `192.0.2.${n}`, fields: { securityCode: '102' } })
    assert.deepEqual(await counts(merchant), { asked: 10, blocked: 2 })
  })

  it('is let through where the profile has no limits', async () => {
    const merchant = await board({ velocityLimits: [] })
    for (let n = 0; n < 17; n += 1) await probePage(gateway, { merchant, from: '192.0.2.66', fields: declinedCard })
    assert.deepEqual(await counts(merchant), { asked: 17, blocked: 0 })
  })

  it('does not close a published test card to the merchants of a sandbox', async () => {
    for (const { id, profile } of sandboxMerchants) assert.deepEqual(profile.velocityLimits, [], id)
    const before = await counts('TESTMERCHANT')
    for (let n = 0; n < 22; n += 1)
      await probePage(gateway, { merchant: 'TESTMERCHANT', from: '192.0.2.67', fields: { securityCode: '102' } })
    const { asked, blocked } = await counts('TESTMERCHANT')
    assert.deepEqual([asked - before.asked, blocked - before.blocked], [22, 0])
  })

  it('makes pages authenticate payers once most payments are declined, whatever the shop requests', async () => {
    const merchant = await board({
      velocityLimits: ['ACCOUNT:DECLINES:DAY:1000'],
      authenticationDeclinePercent: 50,
      payerAuthentication: 'BY_MERCHANT',
    })
    const probe = (n: number) =>
      probePage(gateway, { merchant, from: `192.0.2.${n}`, fields: declinedCard, interaction: { action: undefined } })
    for (let n = 0; n < 25; n += 1) await probe(n)
    assert.equal((await counts(merchant)).asked, 25)
    const { orderId } = await probe(25)
    assert.equal((await counts(merchant)).asked, 25, 'the bank asks the payer first')
    const { body } = await openShop(gateway, merchant).order(orderId)
    assert.equal(body.transaction[0].transaction.type, 'AUTHENTICATION')
  })
})

describe('card testing with hosted fields', () => {
  it('stops by the address that filled the session, which the payer cannot choose', async () => {
    const merchant = await board({ velocityLimits: ['ADDRESS:DECLINES:HOUR:3'] })
    const sessions = openSessions(gateway, merchant)
    const pay = async (n: number, from: string) => {
      const id = await sessions.open()
      const login = `merchant.${merchant}:${id}`
      const path = `/api/rest/version/100/merchant/${merchant}/session/${id}`
      const sourceOfFunds = declinedSource(cardNumberIn('512345', n))
      const fill = (body: object) => inject(gateway.server, { method: 'PUT', path, login, body, from })
      assert.equal((await fill({ sourceOfFunds, device: { ipAddress: `203.0.113.${n}` } })).status, 400)
      assert.equal((await fill({ sourceOfFunds })).status, 200)
      const order = { amount: '1.00', currency: 'USD' }
      return openShop(gateway, merchant).put({ apiOperation: 'PAY', order, session: { id } })
    }
    const codes = []
    for (let n = 0; n < 5; n += 1) codes.push((await pay(n, '192.0.2.66')).body.response.gatewayCode)
    assert.deepEqual(codes, ['DECLINED', 'DECLINED', 'DECLINED', 'BLOCKED', 'BLOCKED'])
    assert.equal((await pay(6, '192.0.2.67')).body.response.gatewayCode, 'DECLINED')
  })
})

describe('card testing by payer authentication', () => {
  const shopAnd = (sessionId: string) => ({ session: { id: sessionId }, sourceOfFunds: undefined })
  // The gateway writes the address of a device from the connection.
  const { ipAddress: _, ...device } = (authenticateBody() as { device: Record<string, unknown> }).device

  /** A session that the shop opened, filled and used by a payer's device at this address. */
  async function deviceAt(merchant: string, from: string, sourceOfFunds: object) {
    const id = await openSessions(gateway, merchant).open()
    const login = `merchant.${merchant}:${id}`
    const put = (rest: string, body: object) =>
      inject(gateway.server, { method: 'PUT', path: apiPath(rest, { merchant }), login, body, from })
    assert.equal((await put(`/session/${id}`, { sourceOfFunds })).status, 200)
    const path = `/order/${newOrderId()}/transaction/1`
    return {
      initiate: () => put(path, initiateBody(shopAnd(id))),
      authenticate: () => put(path, authenticateBody({ ...shopAnd(id), device })),
    }
  }

  it("from a device stops by the address, before the payer's bank is asked", async (t) => {
    const port = gateway.dependencies.payerAuthentication ?? assert.fail('the sandbox authenticates payers')
    const { mock: asked } = t.mock.method(port, 'lookUp')
    const merchant = await board({ velocityLimits: ['ADDRESS:AUTHENTICATIONS:HOUR:3'] })
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      const source = cardSource({ number: cardNumberIn('512345', n) })
      statuses.push((await (await deviceAt(merchant, '192.0.2.66', source)).initiate()).status)
    }
    assert.deepEqual(statuses, [201, 201, 201, 403, 403])
    assert.equal(asked.callCount(), 3)
    const elsewhere = await deviceAt(merchant, '192.0.2.67', cardSource())
    assert.equal((await elsewhere.initiate()).status, 201)
  })

  it('counts a refusal by the bank as a decline, which stops further ones and payments', async () => {
    const merchant = await board({ velocityLimits: ['ADDRESS:DECLINES:HOUR:2'] })
    const refusedByBank = cardSource({ expiry: { month: '3', year: '40' } })
    const statuses = []
    for (let n = 0; n < 3; n += 1) {
      const payer = await deviceAt(merchant, '192.0.2.66', refusedByBank)
      statuses.push((await payer.initiate()).status)
      if (n < 2) statuses.push((await payer.authenticate()).body.transaction.authenticationStatus)
    }
    assert.deepEqual(statuses, [201, 'AUTHENTICATION_FAILED', 201, 'AUTHENTICATION_FAILED', 403])
    await probePage(gateway, { merchant, from: '192.0.2.66', fields: {} })
    assert.deepEqual(await counts(merchant), { asked: 0, blocked: 1 })
  })

  it('on a page that authenticates its payers stops in the same way', async () => {
    const merchant = await board({ velocityLimits: ['ADDRESS:DECLINES:HOUR:2'], payerAuthentication: 'ON_PAGES' })
    const fields = { expiryMonth: '3', expiryYear: '40' }
    const probe = () => probePage(gateway, { merchant, from: '192.0.2.66', fields, interaction: { action: undefined } })
    for (let n = 0; n < 2; n += 1) await probe()
    const { response, orderId } = await probe()
    assert.match(response.text, /This payment was not accepted/)
    assert.equal((await openShop(gateway, merchant).order(orderId)).status, 400, 'nothing was recorded')
  })

  it('does not affect honest payers behind one address, however many have cards that are not enrolled', async () => {
    const velocityLimits = ['ADDRESS:DECLINES:HOUR:3', 'ADDRESS:AUTHENTICATIONS:HOUR:500']
    const merchant = await board({ velocityLimits, payerAuthentication: 'ON_PAGES' })
    for (let n = 0; n < 5; n += 1) {
      const fields = { cardNumber: cardNumberIn('512345', n) }
      const paid = await probePage(gateway, {
        merchant,
        from: '192.0.2.66',
        fields,
        interaction: { action: undefined },
      })
      redirectOf(paid.response)
    }
  })
})

describe('card testing on the API', () => {
  it('is not limited unless the profile says so', async () => {
    const shop = openShop(gateway, await board())
    for (let n = 0; n < 12; n += 1) {
      const response = await shop.put({ ...payBody(), sourceOfFunds: declinedSource('5123450000000008') })
      assert.equal(response.body.response.gatewayCode, 'DECLINED')
    }
  })

  it('is refused by the limits of the profile; without a row the refusal is REQUEST_REJECTED', async () => {
    const merchant = await board({ apiVelocityLimits: ['ACCOUNT:ATTEMPTS:DAY:2'] })
    const shop = openShop(gateway, merchant)
    const responses = []
    for (let n = 0; n < 23; n += 1) responses.push(await shop.put(n % 2 === 0 ? payBody() : verifyBody()))
    const codes = responses.map(({ body }) => body.response?.gatewayCode)
    assert.deepEqual(codes.slice(0, 3), ['APPROVED', 'APPROVED', 'BLOCKED'])
    const { status, body } = responses[22] ?? assert.fail()
    assert.deepEqual([status, body.result, body.error.cause], [403, 'ERROR', 'REQUEST_REJECTED'])
    assert.deepEqual(await counts(merchant), { asked: 2, blocked: 20 })
  })

  it('does not refuse the repeat of a request that was let through', async () => {
    const shop = openShop(gateway, await board({ apiVelocityLimits: ['ACCOUNT:ATTEMPTS:DAY:1'] }))
    const body = payBody()
    const place = { orderId: 'repeated', transactionId: '1' }
    const first = await shop.put(body, place)
    const again = await shop.put(body, place)
    assert.deepEqual([first.status, again.status, again.body], [201, 200, first.body])
  })

  it('counts verifications before a card is stored', async () => {
    const merchant = await board({ apiVelocityLimits: ['BIN:DECLINES:HOUR:2'], verificationStrategy: 'ACQUIRER' })
    const store = (n: number) =>
      openSessions(gateway, merchant).send('/token', {
        method: 'POST',
        body: { sourceOfFunds: declinedSource(cardNumberIn('512345', n)), transaction: { currency: 'USD' } },
      })
    const results = []
    for (let n = 0; n < 3; n += 1) results.push((await store(n)).body.response?.gatewayCode)
    assert.deepEqual(results.at(-1), 'EXTERNAL_VERIFICATION_BLOCKED')
    assert.equal(results.filter((code) => code === 'EXTERNAL_VERIFICATION_BLOCKED').length, 1)
  })
})

describe('a rule about addresses', () => {
  it('uses the address that the gateway has seen, whatever a payer sends', async () => {
    const { id: merchant } = await boardMerchant(gateway, {
      profile: { risk: { ...noRiskRules, ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', action: 'REJECT' }] } },
    })
    await probePage(gateway, { merchant, from: '192.0.2.66', fields: {} })
    assert.deepEqual(await counts(merchant), { asked: 0, blocked: 1 })
    redirectOf((await probePage(gateway, { merchant, from: '198.51.100.1', fields: {} })).response)
  })
})

/** Processes exchange counts twice a second, on a cluster every other second: after twice that time all of them have everything. */
const exchangedAfter = withoutCluster ? '1 second' : '4 seconds'
async function untilAllIsTold(merchant: string): Promise<void> {
  const exchanged = () =>
    gateway.query<{ isAll: boolean }>(
      `select bool_and(updated_at < now() - interval '${exchangedAfter}') as "isAll" from shared_counts where merchant_id = $1`,
      [merchant],
    )
  await until(async () => (await exchanged())[0]?.isAll === true, 'the processes have exchanged their counts')
}

describe('two processes', () => {
  let second: TestGateway
  before(async () => {
    second = await startGateway({}, gateway.database)
  })
  after(() => second.stop())

  it('let no more than 20 + 64 of the probes through that come 64 at a time, and every honest payment', async () => {
    const campaign =
      campaigns.find(({ processes }) => processes === 2) ?? assert.fail('no campaign is on two processes')
    const figures = await runCampaign(
      campaign,
      { probes: 96, honest: 12 },
      {
        merchant: await board(),
        password: testPassword,
        ask: (index, sent) => inject((index === 0 ? gateway : second).server, sent),
        query: gateway.query,
      },
    )
    assertStopped(campaign, figures)
  })

  it('exchange their counts, and a third that starts has them from its first request', async () => {
    const merchant = await board({ apiVelocityLimits: ['ADDRESS:DECLINES:DAY:3'] })
    const body = {
      ...payBody(),
      sourceOfFunds: declinedSource('5123450000000008'),
      device: { ipAddress: '192.0.2.9' },
    }
    for (let n = 0; n < 3; n += 1) await openShop(gateway, merchant).put(body)
    await untilAllIsTold(merchant)
    const codeOf = async (other: TestGateway) => (await openShop(other, merchant).put(body)).body.response?.gatewayCode
    assert.equal(await codeOf(second), 'BLOCKED')
    assert.equal((await counts(merchant)).asked, 3)
    const third = await startGateway({}, gateway.database)
    assert.equal(await codeOf(third).finally(third.stop), 'BLOCKED')
  })
})

describe('a merchant whose profile limits its requests', () => {
  it('gets SERVER_BUSY beyond the limit, and its payers do not', async () => {
    const merchant = await board({ requestLimits: ['3:MINUTE'] })
    const sessions = openSessions(gateway, merchant)
    const id = await sessions.open()
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await sessions.retrieve(id)).status)
    assert.deepEqual(statuses, [200, 200, 503, 503])
    const { body } = await sessions.retrieve(id)
    assert.deepEqual([body.result, body.error.cause], ['ERROR', 'SERVER_BUSY'])
    assert.equal((await sessions.updateFromDevice(id, { sourceOfFunds: cardSource() })).status, 200)
  })
})
