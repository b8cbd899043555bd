// The payer's way to the provider and back, the provider's messages, and those who would like to be one of them.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import {
  type BrowserPayer,
  guessedSignature,
  initiateBody,
  interactionOf,
  openPayer,
  returnUrl,
} from '../../support/clients/browser-payment.ts'
import { type ApiResponse, newOrderId, payBody } from '../../support/clients/client.ts'
import { openShop, outcome, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let payer: BrowserPayer
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  payer = openPayer(gateway)
})

/** A payment whose payer has been sent away, or not yet. */
async function initiated(provider: Parameters<typeof initiateBody>[0] = 'PROVIDER_A', differences = {}) {
  const orderId = newOrderId()
  const response = await shop.put(initiateBody(provider, differences), { orderId })
  assert.equal(response.body.response?.gatewayCode, 'SUBMITTED', response.text)
  return { orderId }
}

const now = ({ orderId }: { readonly orderId: string }): Promise<ApiResponse> => shop.transaction(orderId, '1')

function sentTo({ status, headers }: ApiResponse): readonly unknown[] {
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cache-control'], 'no-store')
  return [status, headers.location]
}

describe("the payer's redirects", () => {
  it('lead to the provider and back to the merchant, and each step is recorded with its time', async () => {
    const place = await initiated()
    const out = await payer.leave(place)
    assert.equal(out.status, 303)
    assert.match(out.headers.location ?? '', /\/sandbox\/providers\/a\//)
    assert.deepEqual(interactionOf(await now(place)), ['REDIRECTED_TO_PROVIDER', 'timeInitiated', 'timeRedirected'])
    await payer.decide(place, 'APPROVE')
    assert.deepEqual(sentTo(await payer.comeBack(place)), [303, returnUrl])
    const response = await now(place)
    assert.deepEqual(outcome(response), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    const times = ['timeCompleted', 'timeInitiated', 'timeRedirected', 'timeReturned']
    assert.deepEqual(interactionOf(response), ['COMPLETED', ...times])
    assert.deepEqual(await payer.events(place), [
      'OUTCOME SUBMITTED',
      'INTERACTION SUBMITTED',
      'INTERACTION SUBMITTED',
      'OUTCOME APPROVED',
    ])
  })

  it('lead back to the merchant whatever the payer did', async () => {
    const ends = { DECLINE: 'DECLINED', CANCEL: 'CANCELLED', ABORT: 'ABORTED' } as const
    for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
      for (const [decision, code] of Object.entries(ends)) {
        const place = await initiated(provider)
        await payer.leave(place)
        await payer.decide(place, decision as keyof typeof ends)
        assert.deepEqual(sentTo(await payer.comeBack(place)), [303, returnUrl])
        assert.deepEqual(outcome(await now(place)), [200, 'FAILURE', code, 'FAILED'], provider)
      }
    }
  })

  it('leave a payment pending whose payer returns before the provider has decided', async () => {
    const place = await initiated()
    await payer.leave(place)
    await payer.comeBack(place)
    const response = await now(place)
    assert.deepEqual(outcome(response), [200, 'PENDING', 'SUBMITTED', 'INITIATED'])
    assert.equal(interactionOf(response)[0], 'RETURNED_TO_MERCHANT')
    assert.equal((await shop.order(place.orderId)).body.result, 'PENDING')
    await payer.decide(place, 'LEAVE')
    assert.equal((await payer.notify(place)).status, 200)
    assert.deepEqual(outcome(await now(place)), [200, 'PENDING', 'PENDING', 'INITIATED'])
    await payer.decide(place, 'APPROVE')
    assert.equal((await payer.notify(place)).status, 200)
    assert.deepEqual(outcome(await now(place)), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('may be started twice, but not after the end', async () => {
    const place = await initiated()
    const first = await payer.leave(place)
    const second = await payer.leave(place)
    assert.deepEqual(sentTo(second), sentTo(first))
    assert.equal((await payer.events(place)).length, 2)
    await payer.decide(place, 'CANCEL')
    await payer.notify(place)
    assert.deepEqual(sentTo(await payer.leave(place)), [303, returnUrl])
    assert.equal((await payer.events(place)).length, 3)
  })

  it('record the return also when the result came first, and only once', async () => {
    const place = await initiated()
    await payer.leave(place)
    await payer.decide(place, 'APPROVE')
    await payer.notify(place)
    assert.equal(interactionOf(await now(place))[0], 'COMPLETED')
    await payer.comeBack(place, 'POST')
    const response = await now(place)
    assert.deepEqual([interactionOf(response)[0], interactionOf(response).at(-1)], ['COMPLETED', 'timeReturned'])
    for (const method of ['GET', 'POST'])
      assert.deepEqual(sentTo(await payer.comeBack(place, method)), [303, returnUrl])
    assert.equal((await now(place)).text, response.text)
    assert.equal((await payer.events(place)).length, 4)
  })

  it('do not start with a HEAD request', async () => {
    const place = await initiated()
    const token = await payer.tokenOf(place)
    assert.equal((await payer.visit(`/bpui/pp/out/${token}`, 'HEAD')).status, 200)
    assert.equal((await payer.visit(`/bpui/pp/in/${token}`, 'HEAD')).status, 200)
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED'])
  })
})

describe('a payer who merely returns', () => {
  it('has not paid', async () => {
    const place = await initiated()
    for (let visits = 0; visits < 3; visits += 1) await payer.comeBack(place)
    assert.deepEqual(outcome(await now(place)), [200, 'PENDING', 'SUBMITTED', 'INITIATED'])
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED', 'INTERACTION SUBMITTED'])
  })

  it('cannot choose the address to return to', async () => {
    const place = await initiated()
    const token = await payer.tokenOf(place)
    const evil = 'https://evil.example'
    for (const rest of [`?returnUrl=${evil}`, `?url=${evil}&redirect=${evil}`]) {
      const response = await payer.visit(`/bpui/pp/in/${token}${rest}`)
      assert.deepEqual(sentTo(response), [303, returnUrl], rest)
    }
    for (const rest of ['/evil.example', '/%2F%2Fevil.example'])
      assert.equal((await payer.visit(`/bpui/pp/in/${token}${rest}`)).status, 404, rest)
    for (const rest of [`?returnUrl=${evil}`, `?providerUrl=${evil}`]) {
      const { headers } = await payer.visit(`/bpui/pp/out/${token}${rest}`)
      assert.match(headers.location ?? '', /^https:\/\/localhost:\d+\/sandbox\/providers\/a\//)
    }
  })
})

describe('an unknown address', () => {
  it('gets a page without links', async () => {
    const place = await initiated()
    const token = await payer.tokenOf(place)
    const other = `BP-${'0'.repeat(32)}`
    for (const wrong of [
      other,
      token.toUpperCase(),
      token.slice(0, -1),
      `${token}0`,
      token.replace('BP', 'AU'),
      "'--",
    ]) {
      for (const way of ['out', 'in']) {
        const { status, text, headers } = await payer.visit(`/bpui/pp/${way}/${encodeURIComponent(wrong)}`)
        assert.equal(status, 404, wrong)
        assert.match(text, /Payment not found/)
        assert.match(headers['content-security-policy'] as string, /default-src 'none'/)
        assert.equal(headers.location, undefined)
      }
      assert.equal((await payer.notify(place, { token: encodeURIComponent(wrong) })).status, 404)
    }
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED'])
  })

  it('answers to no other method', async () => {
    const token = await payer.tokenOf(await initiated())
    const allowed = { out: 'GET, HEAD', in: 'GET, HEAD, POST', notify: 'POST' }
    for (const [way, methods] of Object.entries(allowed)) {
      for (const method of ['PUT', 'DELETE', ...(way === 'notify' ? ['GET'] : [])]) {
        const { status, headers } = await payer.visit(`/bpui/pp/${way}/${token}`, method)
        assert.deepEqual([status, headers['allow']], [405, methods])
      }
    }
    assert.equal((await payer.visit(`/bpui/pp/out/${token}`, 'POST')).status, 405)
  })
})

describe("the provider's callback", () => {
  it('is never trusted by itself: the provider is asked', async () => {
    const place = await initiated()
    assert.equal((await payer.notify(place)).status, 200)
    assert.deepEqual(outcome(await now(place)), [200, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED'])
  })

  it('counts once, however often it comes', async () => {
    const place = await initiated()
    await payer.decide(place, 'APPROVE')
    for (let times = 0; times < 3; times += 1) assert.equal((await payer.notify(place)).status, 200)
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED', 'OUTCOME APPROVED'])
  })

  it('that was forged, altered, replayed or sent about another payment changes nothing', async () => {
    const place = await initiated()
    const other = await initiated()
    await payer.decide(place, 'APPROVE')
    await payer.decide(other, 'APPROVE')
    const forgeries = [
      { body: '{"state":"OVER","amount":1}' },
      { signature: guessedSignature() },
      { signature: '' },
      { ageMs: 6 * 60_000 },
      { ageMs: -6 * 60_000 },
      { token: await payer.tokenOf(other) },
    ]
    for (const forgery of forgeries)
      assert.equal((await payer.notify(place, forgery)).status, 401, JSON.stringify(forgery))
    for (const each of [place, other]) assert.deepEqual(await payer.events(each), ['OUTCOME SUBMITTED'])
  })

  it('is accepted from the provider itself', async () => {
    const place = await initiated()
    await payer.decide(place, 'APPROVE', { callbacks: 'TWICE' })
    const reference = await payer.referenceOf(place)
    const delivered = 'select 1 from simulated_providers.callback where reference = $1 and delivered_at is not null'
    // The provider's own job sends it within a second.
    await eventually(async () => (await gateway.query(delivered, [reference])).length > 0 || undefined)
    assert.deepEqual(outcome(await now(place)), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })
})

describe('other parties', () => {
  it("cannot see or move a merchant's payment by its ids", async () => {
    const place = await initiated()
    const merchant = await boardMerchant(gateway)
    const foreign = openShop(gateway, merchant.id)
    assert.equal((await foreign.transaction(place.orderId, '1')).status, 400)
    for (const apiOperation of ['UPDATE_BROWSER_PAYMENT', 'CONFIRM_BROWSER_PAYMENT']) {
      const { status, body } = await foreign.put({ apiOperation }, place)
      assert.deepEqual([status, body.error.cause], [400, 'INVALID_REQUEST'])
    }
    // The same order id is another order.
    assert.equal((await foreign.put(payBody(), place)).body.result, 'SUCCESS')
    assert.deepEqual(outcome(await now(place)), [200, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
  })

  it('find no token in the log', async () => {
    const place = await initiated()
    await payer.leave(place)
    await payer.comeBack(place)
    await payer.notify(place)
    const token = await payer.tokenOf(place)
    assert.ok(gateway.logLines.some((line) => line.includes('/bpui/pp/in/:token')))
    assert.ok(!gateway.logLines.some((line) => line.includes(token) || line.includes(token.slice(3))))
  })
})
