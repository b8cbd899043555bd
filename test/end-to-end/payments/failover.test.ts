// Which acquirer link takes a payment, and when another is asked: only when the first certainly did not receive the request,
// and only after link and reference were changed on the row.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import type { AcquirerLink } from '../../../src/merchants/rules/merchant.ts'
import type { AcquirerRoute } from '../../../src/merchants/rules/routes.ts'
import { recoverAttempts } from '../../../src/payments/jobs/recover-attempts.ts'
import type { Acquirer, AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import type { Store } from '../../../src/payments/ports/store.ts'
import { until } from '../../support/checks/poll.ts'
import { authorizeBody, captureBody, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { constantAcquirer, replaceLinks, replacePort } from '../../support/faults/replaced-links.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
const routes: readonly AcquirerRoute[] = [
  { linkId: 'north', acquirerMerchantId: 'N1', terminals: ['T1', 'T2'] },
  { linkId: 'south', acquirerMerchantId: 'S1' },
]
before(async () => {
  gateway = await sharedGateway()
  const merchant = await boardMerchant(gateway, { profile: { routes, privileges: ['DEBUG_INFORMATION'] } })
  shop = openShop(gateway, merchant.id)
})

const notSent = { kind: 'NOT_SENT', why: 'connection refused' } as const
const approved: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }
const declined: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } }

const simulator = (): Acquirer =>
  gateway.dependencies.acquirers.of({ adapter: 'simulator' }) ?? assert.fail('no simulator')

function twoLinks(
  t: TestContext,
  north: Parameters<typeof constantAcquirer>[0],
  south: Parameters<typeof constantAcquirer>[0] = approved,
) {
  const links = { north: constantAcquirer(north), south: constantAcquirer(south) }
  // While the links are still there: other tests wait until nothing is open.
  t.after(() => settleEverything(gateway, shop.merchant))
  replaceLinks(t, gateway, { north: links.north.acquirer, south: links.south.acquirer })
  return links
}

interface Row {
  readonly link: AcquirerLink
  readonly reference: string
  readonly gateway_code: string | null
  readonly reversal: string | null
}

async function rowOf(orderId: string, transactionId = '1'): Promise<Row> {
  const [row] = await gateway.query<Row>(
    `select acquirer_link as link, acquirer_reference as reference, gateway_code, reversal from transactions
     where merchant_id = $1 and order_id = $2 and transaction_id = $3`,
    [shop.merchant, orderId, transactionId],
  )
  return row ?? assert.fail('there is no such transaction')
}

describe('a payment whose first link did not receive the request', () => {
  it('is taken by the next route under another reference, which the row has before it is asked', async (t) => {
    const orderId = newOrderId()
    let recorded: Row | undefined
    const { north, south } = twoLinks(t, notSent, async () => {
      recorded = await rowOf(orderId)
      return approved
    })
    const response = await shop.put(payBody(), { orderId })
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.deepEqual([north.asked(), south.asked()], [1, 1])
    const first = north.calls[0]?.[1] ?? assert.fail('the first link was not asked')
    const second = south.calls[0]?.[1] ?? assert.fail('the second link was not asked')
    assertIdentity(first, { acquirerMerchantId: 'N1', terminals: ['T1', 'T2'] })
    assertIdentity(second, { acquirerMerchantId: 'S1', terminals: undefined })
    assert.deepEqual(north.deadlines, south.deadlines, 'both share one deadline')

    const row = await rowOf(orderId)
    const { reference } = second
    const failed = { linkId: 'north', revision: 1, acquirerMerchantId: 'N1', why: 'connection refused' }
    const link = {
      ...{ linkId: 'south', revision: 1, adapter: 'simulator', acquirerId: 'SOUTH_BANK', acquirerMerchantId: 'S1' },
      failedOver: [{ ...failed, reference: first.reference }],
    }
    assert.deepEqual([row.link, row.reference], [link, reference])
    assert.deepEqual([recorded?.link, recorded?.reference, recorded?.gateway_code], [link, reference, null])
    assert.notEqual(reference, first.reference)

    assert.equal(response.body.transaction.acquirer.id, 'SOUTH_BANK')
    const shown = 'north did not receive the request: connection refused. south was asked next.'
    assert.equal(response.body.response.debugInformation, shown)
    const read = await shop.transaction(orderId, '1')
    assert.equal(read.body.response.debugInformation, shown)
  })

  it('stays with the link that took it: later requests are not sent anywhere else', async (t) => {
    const north = constantAcquirer(notSent)
    replaceLinks(t, gateway, { north: north.acquirer, south: simulator() })
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    const captured = await shop.put(captureBody(), { orderId, transactionId: '2' })
    assert.deepEqual(totals(captured), ['CAPTURED', 100, 100, 0])
    assert.equal(north.asked(), 1)
    const { link } = await rowOf(orderId, '2')
    assert.deepEqual(
      [link.linkId, link.revision, link.acquirerMerchantId, link.failedOver],
      ['south', 1, 'S1', undefined],
    )
    assert.deepEqual(
      (await booksOf(gateway, orderId)).map(({ kind, asked }) => [kind, asked]),
      [
        ['AUTHORIZE', 1],
        ['CAPTURE', 1],
      ],
    )
  })

  it('has failed when no link received it, and says which ones were tried', async (t) => {
    twoLinks(t, notSent, { kind: 'NOT_SENT', why: 'the breaker is open' })
    const orderId = newOrderId()
    const response = await shop.put(payBody(), { orderId })
    assert.deepEqual(outcome(response).slice(0, 3), [201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR'])
    const { link } = await rowOf(orderId)
    assert.deepEqual([link.linkId, link.failedOver?.map(({ linkId }) => linkId)], ['south', ['north']])
  })

  it('is verified by the next route, too', async (t) => {
    const { north, south } = twoLinks(t, notSent)
    const response = await shop.put(verifyBody())
    assert.equal(response.body.result, 'SUCCESS', response.text)
    assert.deepEqual([north.asked(), south.asked()], [1, 1])
  })
})

describe('another link is not asked', () => {
  const definite: readonly [what: string, result: AcquirerResult, code: string][] = [
    ['approved', approved, 'APPROVED'],
    ['declined', declined, 'DECLINED'],
    ['was silent', { kind: 'NO_ANSWER' }, 'TIMED_OUT'],
  ]
  for (const [what, result, code] of definite)
    it(`when the first one ${what}`, async (t) => {
      const { north, south } = twoLinks(t, result)
      const orderId = newOrderId()
      const response = await shop.put(payBody(), { orderId })
      assert.equal(response.body.response.gatewayCode, code, response.text)
      assert.deepEqual([north.asked(), south.asked()], [1, 0])
      assert.equal((await rowOf(orderId)).link.linkId, 'north')
    })

  it('when the first one threw, since the request may have been sent', async (t) => {
    const { south } = twoLinks(t, () => Promise.reject(new Error('reset')))
    const response = await shop.put(payBody())
    assert.equal(response.body.response.gatewayCode, 'TIMED_OUT', response.text)
    assert.equal(south.asked(), 0)
  })

  it('when recovery has taken the attempt over meanwhile: its decision is returned', async (t) => {
    const orderId = newOrderId()
    const { north, south } = twoLinks(t, async () => {
      await overdue(orderId)
      await recoverAttempts(gateway.dependencies)
      return notSent
    })
    const response = await shop.put(payBody(), { orderId })
    assert.equal(response.body.result, 'FAILURE', response.text)
    assert.equal(south.asked(), 0)
    assert.equal(north.asked(), 1)
    assert.equal((await rowOf(orderId)).link.linkId, 'north')
  })

  it('when recovery may take the attempt over at any moment', async (t) => {
    const orderId = newOrderId()
    const { south } = twoLinks(t, async () => {
      await overdue(orderId)
      return notSent
    })
    const response = await shop.put(payBody(), { orderId })
    assert.equal(response.body.result, 'FAILURE', response.text)
    assert.equal(south.asked(), 0)
  })

  it('when the change of the row cannot be committed', async (t) => {
    const { south } = twoLinks(t, notSent)
    replaceReroute(t, async () => {
      throw new Error('the connection to the database was lost')
    })
    const orderId = newOrderId()
    const response = await shop.put(payBody(), { orderId })
    assert.deepEqual(outcome(response).slice(0, 3), [201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR'])
    assert.equal(south.asked(), 0)
    const { link } = await rowOf(orderId)
    assert.deepEqual([link.linkId, link.failedOver], ['north', undefined])
  })
})

describe('a gateway that stops between the change of the row and the second request', () => {
  it('leaves an attempt that recovery settles at the second link', async (t) => {
    const { north, south } = twoLinks(t, notSent)
    const { reroute, isCommitted, resume } = stoppedReroute()
    replaceReroute(t, reroute)
    const orderId = newOrderId()
    const sending = shop.put(payBody(), { orderId })
    await until(isCommitted, 'the change of the row is committed')
    await overdue(orderId)
    await settleEverything(gateway, shop.merchant)
    const { link, reference, gateway_code, reversal } = await rowOf(orderId)
    assert.deepEqual([link.linkId, gateway_code, reversal], ['south', 'TIMED_OUT', 'DONE'])
    const failed = link.failedOver?.[0]?.reference ?? assert.fail('the first link is not on the row')
    assert.deepEqual(north.kindsFor(failed), ['ASK'])
    assert.equal(south.asked(), 0, 'recovery never pays')
    for (const [, about] of south.calls) assertIdentity(about, { acquirerMerchantId: 'S1', reference })
    assert.ok(south.kindsFor(reference).includes('REVERSE'))
    resume()
    assert.equal((await sending).body.result, 'FAILURE')
    assert.equal(south.asked(), 0)
  })
})

describe('routes of a merchant', () => {
  it('are chosen by their conditions', async (t) => {
    const links = ['east', 'west', 'rest'].map((linkId) => [linkId, constantAcquirer(approved)] as const)
    replaceLinks(t, gateway, Object.fromEntries(links.map(([linkId, { acquirer }]) => [linkId, acquirer])))
    const route = (linkId: string, conditions: AcquirerRoute['conditions'] = {}): AcquirerRoute => {
      return { linkId, acquirerMerchantId: 'M', conditions }
    }
    const { id } = await boardMerchant(gateway, {
      profile: {
        routes: [
          route('east', { currencies: ['EUR'], schemes: ['MASTERCARD'] }),
          route('west', { bins: ['512345'], amount: { currency: 'USD', from: '100' } }),
          route('rest'),
        ],
      },
    })
    const own = openShop(gateway, id)
    const takenBy = async (body: object) => (await own.put(body)).body.transaction.acquirer.id
    assert.equal(await takenBy(payBody({ order: { amount: '100.00', currency: 'EUR' } })), 'EAST_BANK')
    assert.equal(await takenBy(payBody()), 'WEST_BANK')
    assert.equal(await takenBy(payBody({ order: { amount: '99.99', currency: 'USD' } })), 'REST_BANK')
  })

  it('that all have conditions leave a payment that meets none without an acquirer', async () => {
    const conditions = { currencies: ['EUR'] }
    const { id } = await boardMerchant(gateway, {
      profile: { routes: [{ linkId: 'simulator', acquirerMerchantId: 'M', conditions }] },
    })
    const response = await openShop(gateway, id).put(payBody())
    assert.equal(response.status, 400, response.text)
    assert.match(response.body.error.explanation, /no acquirer link/)
  })

  it('use the country of the card where the operator has a table of card ranges', async (t) => {
    replaceLinks(t, gateway, { home: constantAcquirer(approved).acquirer })
    const { id } = await boardMerchant(gateway, {
      profile: {
        routes: [
          { linkId: 'home', acquirerMerchantId: 'M', conditions: { cardCountries: ['DEU'] } },
          { linkId: 'simulator', acquirerMerchantId: 'M' },
        ],
      },
    })
    const own = openShop(gateway, id)
    const takenBy = async () => (await own.put(payBody())).body.transaction.acquirer.id
    const { cardRanges } = gateway.administration
    t.after(() => cardRanges.replace([], testerStamp()))
    assert.equal(await takenBy(), 'SYSTEST_ACQ1', 'without a table the condition is never met')
    await cardRanges.replace(
      [
        { prefix: '51', country: 'AUT' },
        { prefix: '512345', country: 'DEU' },
      ],
      testerStamp(),
    )
    assert.equal(await takenBy(), 'HOME_BANK', 'the longest prefix counts')
    await cardRanges.replace(
      [
        { prefix: '51', country: 'DEU' },
        { prefix: '512345', country: 'AUT' },
      ],
      testerStamp(),
    )
    assert.equal(await takenBy(), 'SYSTEST_ACQ1')
  })

  it('without a link that takes payments are skipped', async () => {
    const { id } = await boardMerchant(gateway, {
      profile: {
        routes: [
          { linkId: 'gone', acquirerMerchantId: 'M' },
          { linkId: 'simulator', acquirerMerchantId: 'M' },
        ],
      },
    })
    const response = await openShop(gateway, id).put(payBody())
    assert.equal(response.body.transaction.acquirer.id, 'SYSTEST_ACQ1')
  })
})

function assertIdentity(about: object, expected: object): void {
  const picked = Object.fromEntries(
    Object.keys(expected).map((name) => [name, (about as Record<string, unknown>)[name]]),
  )
  assert.deepEqual(picked, expected)
}

async function overdue(orderId: string): Promise<void> {
  await gateway.query(
    `update transactions set deadline_at = now() - interval '1 second', sendable_until = now() - interval '1 second'
     where merchant_id = $1 and order_id = $2`,
    [shop.merchant, orderId],
  )
}

function replaceReroute(t: TestContext, rerouteAttempt: Store['rerouteAttempt']): void {
  replacePort(t, gateway.dependencies, 'store', { ...gateway.dependencies.store, rerouteAttempt })
}

/** Commits the change, and then nothing happens in this process until it is resumed, when it finds its connection gone. */
function stoppedReroute() {
  const { store } = gateway.dependencies
  let hasCommitted = false
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
  const reroute: Store['rerouteAttempt'] = async (change) => {
    assert.equal(await store.rerouteAttempt(change), true)
    hasCommitted = true
    await resumed
    throw new Error('the connection to the database was lost')
  }
  return { reroute, isCommitted: () => hasCommitted, resume }
}
