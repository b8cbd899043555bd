// A payer agrees to later payments on the site of provider A, and the merchant finds the token in its session.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import {
  agree,
  decide,
  follow,
  openAgreements,
  openReturnUrl,
  providerA,
  returnUrl,
  runJob,
  runJobUntil,
  runJobWhileOpen,
} from '../../support/clients/agreements.ts'
import { cardSource, payBody, send } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, refusal, refusalOf } from '../../support/clients/shop.ts'
import { openTokenKeeper, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

/** A merchant with a token repository of its own, and what it asks for agreements by. */
async function tokenClient(differences: Parameters<typeof openTokenKeeper>[1] = {}) {
  const tokens = await openTokenKeeper(gateway, { ...differences, profile: { ...linked, ...differences.profile } })
  return { tokens, shop: openAgreements(gateway, tokens.merchant), sessions: openSessions(gateway, tokens.merchant) }
}

let accounts = 0
const linked = {
  get providers() {
    accounts += 1
    return [{ provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: `ACCOUNT-${accounts}` } as const]
  },
}

async function names({ search }: TokenKeeper): Promise<readonly string[]> {
  const { body } = await search({ page: { limit: 100 } })
  return (body.token ?? []).map(({ token }: { token: string }) => token)
}

const agreementOf = (body: { sourceOfFunds?: { provided?: { providerA?: { billingAgreement?: object } } } }) =>
  body.sourceOfFunds?.provided?.providerA?.billingAgreement as { id: string; cardinality?: string }

describe('a payer who is asked for an agreement', () => {
  it('is sent to the provider and back, and leaves a token in the session that the merchant pays with', async () => {
    const { tokens, shop, sessions } = await tokenClient()
    const sessionId = await sessions.open()
    const asked = await shop.ask(sessionId)
    const { browserPayment, ...rest } = asked.body
    assert.equal(asked.status, 201, asked.text)
    assert.deepEqual(rest, {
      merchant: tokens.merchant,
      response: { gatewayCode: 'NO_VERIFICATION_PERFORMED' },
      result: 'SUCCESS',
      session: { id: sessionId },
    })
    const { redirectUrl } = browserPayment
    assert.match(redirectUrl, /^https:\/\/.*\/bpui\/pp\/out\/BP-[0-9a-f]{32}$/)
    const redirectToken = redirectUrl.split('/').at(-1)
    assert.match((await follow(gateway, URL.parse(redirectUrl)?.pathname ?? '')) ?? '', /\/sandbox\/providers\/a\//)
    assert.equal((await shop.session(sessionId)).session.updateStatus, 'NO_UPDATE')

    await decide(gateway, redirectToken)
    assert.equal(await openReturnUrl(gateway, redirectToken), returnUrl)
    const held = await shop.session(sessionId)
    assert.equal(held.session.updateStatus, 'SUCCESS')
    const { type, token } = held.sourceOfFunds
    assert.equal(type, 'PROVIDER_A')
    const stored = (await tokens.get(token)).body
    assert.equal(stored.status, 'VALID')
    const { id, ...wished } = agreementOf(stored) as { id: string }
    assert.match(id, /^B-/)
    assert.deepEqual(wished, { name: 'Monthly box', description: 'A box of cheese a month' })

    const { sourceOfFunds: _, ...body } = payBody({ session: { id: sessionId } }) as Record<string, unknown>
    const paid = await openShop(gateway, tokens.merchant).put(body)
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.equal(paid.body.sourceOfFunds.token, token)
    assert.equal(paid.body.transaction.acquirer.id, 'PROVIDER_A')

    // Who opens the addresses again is only sent on.
    assert.equal(await follow(gateway, `/bpui/pp/out/${redirectToken}`), returnUrl)
    assert.equal(await openReturnUrl(gateway, redirectToken), returnUrl)
    assert.deepEqual(await shop.session(sessionId), held)
  })

  it('leaves nothing when the payer refuses', async () => {
    const { tokens, shop } = await tokenClient()
    const { sessionId, redirectToken } = await shop.open()
    const before = await shop.session(sessionId)
    await decide(gateway, redirectToken, 'REFUSED')
    assert.equal(await openReturnUrl(gateway, redirectToken), returnUrl)
    assert.deepEqual(await shop.session(sessionId), before)
    assert.deepEqual(await names(tokens), [])
    assert.equal((await gateway.dependencies.agreements.find(redirectToken))?.state, 'REFUSED')
  })

  it('may return without a decision, and decide later', async () => {
    const { shop } = await tokenClient()
    const opened = await shop.open()
    assert.equal(await openReturnUrl(gateway, opened.redirectToken), returnUrl)
    assert.equal((await shop.session(opened.sessionId)).session.updateStatus, 'NO_UPDATE')
    assert.match(await agree(gateway, shop, opened), /^9/)
  })

  it('gets the same agreement each time where it is a single one, and another one otherwise', async () => {
    const { tokens, shop } = await tokenClient()
    const asked = (cardinality: string) => {
      const provided = { providerA: { billingAgreement: { cardinality } } }
      return shop.open({ sourceOfFunds: { type: 'PROVIDER_A', provided } })
    }
    const made: Record<string, string[]> = { SINGLE: [], MULTIPLE: [] }
    for (const cardinality of ['SINGLE', 'MULTIPLE', 'SINGLE', 'MULTIPLE']) {
      const stored = (await tokens.get(await agree(gateway, shop, await asked(cardinality)))).body
      assert.equal(agreementOf(stored).cardinality, cardinality)
      made[cardinality]?.push(agreementOf(stored).id)
    }
    const [first, second] = made['SINGLE'] ?? []
    assert.equal(first, second)
    assert.equal(new Set(made['MULTIPLE']).size, 2)
  })
})

describe("the payer's agreement", () => {
  it('makes one token and one change of the session, however often and from whichever source it comes', async () => {
    const { tokens, shop } = await tokenClient()
    const { sessionId, redirectToken } = await shop.open()
    await decide(gateway, redirectToken)
    const sources = [openReturnUrl, runJobWhileOpen, openReturnUrl, openReturnUrl, runJobWhileOpen, openReturnUrl]
    const heard = sources.map((hear) => hear(gateway, redirectToken))
    await Promise.all(heard)
    const held = await shop.session(sessionId)
    assert.deepEqual(await names(tokens), [held.sourceOfFunds.token])
    assert.match(held.session.version, /02$/)
    await runJob(gateway, redirectToken)
    assert.deepEqual(await shop.session(sessionId), held)
    const { body } = await tokens.get(held.sourceOfFunds.token)
    assert.equal(body.usage.lastUpdated.source, 'CLIENT')
  })

  it('may come from the provider, signed', async () => {
    const { shop } = await tokenClient()
    const { sessionId, redirectToken } = await shop.open()
    const setup = await gateway.dependencies.agreements.find(redirectToken)
    assert.ok(setup)
    const about = { acquirerMerchantId: setup.account, reference: setup.reference }
    const post = () =>
      send(gateway.listeners.httpsUrl, {
        method: 'POST',
        path: `/bpui/pp/notify/${redirectToken}`,
        body: { reference: setup.reference, state: 'AGREED' },
        login: null,
      })
    await providerA(gateway).decideAgreement(about, { decision: 'AGREED', callbacks: 'NEVER' })
    assert.equal((await post()).status, 401)
    assert.equal((await shop.session(sessionId)).session.updateStatus, 'NO_UPDATE')

    const other = await shop.open()
    const signed = await gateway.dependencies.agreements.find(other.redirectToken)
    assert.ok(signed)
    await providerA(gateway).decideAgreement(
      { acquirerMerchantId: signed.account, reference: signed.reference },
      { decision: 'AGREED', callbacks: 'TWICE' },
    )
    const held = await eventually(async () => {
      const { sourceOfFunds, session } = await shop.session(other.sessionId)
      return sourceOfFunds?.token === undefined ? undefined : session
    })
    assert.match(held.version, /02$/)
  })

  it('is stored once, also when the gateway is killed between the token and the session', async () => {
    const { tokens, shop } = await tokenClient()
    const { sessionId, redirectToken } = await shop.open()
    await decide(gateway, redirectToken)
    const { agreements } = gateway.dependencies
    const close = agreements.close
    Object.assign(agreements, { close: () => Promise.reject(new Error('killed')) })
    const died = await send(gateway.listeners.httpsUrl, { path: `/bpui/pp/in/${redirectToken}`, login: null })
    Object.assign(agreements, { close })
    assert.equal(died.status, 500)
    const [token] = await names(tokens)
    assert.equal((await shop.session(sessionId)).session.updateStatus, 'NO_UPDATE')
    await runJobUntil(gateway, redirectToken, 'AGREED')
    assert.deepEqual([await names(tokens), (await shop.session(sessionId)).sourceOfFunds.token], [[token], token])
  })

  it('is fetched by a job when the payer does not return, for a day', async () => {
    const { shop } = await tokenClient()
    const vanished = await shop.open()
    await runJob(gateway, vanished.redirectToken)
    assert.equal((await gateway.dependencies.agreements.find(vanished.redirectToken))?.state, 'OPEN')
    await decide(gateway, vanished.redirectToken)
    await runJobUntil(gateway, vanished.redirectToken, 'AGREED')
    assert.match((await shop.session(vanished.sessionId)).sourceOfFunds.token, /^9/)

    const { redirectToken } = await shop.open()
    const older = `update agreement_setups set created_at = now() - interval '1 day' where redirect_token = $1`
    await gateway.query(older, [redirectToken])
    await runJobUntil(gateway, redirectToken, 'ABANDONED')
    assert.equal(await follow(gateway, `/bpui/pp/out/${redirectToken}`), returnUrl)
    await runJobUntil(gateway, redirectToken, undefined)
  })
})

describe('the session', () => {
  it('pays by the agreement from then on: its card and security code are removed', async () => {
    const { shop, sessions } = await tokenClient()
    const sessionId = await sessions.open()
    const order = { amount: '10', currency: 'USD' }
    await sessions.update(sessionId, { order, sourceOfFunds: cardSource() })
    const token = await agree(gateway, shop, { sessionId, redirectToken: await shop.asked(sessionId) })
    const held = await shop.session(sessionId)
    assert.deepEqual(held.sourceOfFunds, { type: 'PROVIDER_A', token })
    assert.deepEqual(held.order, { amount: 10, currency: 'USD' })
    const { hash } = gateway.dependencies.vault.keyedHash('SESSION', sessionId)
    assert.deepEqual(await gateway.query('select from session_codes where session_hash = $1', [hash]), [])
    const paid = await openShop(gateway, shop.merchant).put({ apiOperation: 'PAY', session: { id: sessionId } })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
  })

  it('lives while the payer decides, and the token exists even when the session has ended', async () => {
    const { tokens, shop } = await tokenClient()
    const { sessionId, redirectToken } = await shop.open()
    const { hash } = gateway.dependencies.vault.keyedHash('SESSION', sessionId)
    const [row] = await gateway.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from sessions where session_hash = $1',
      [hash],
    )
    assert.ok(row && row.left > 29 * 60, 'half an hour')
    await gateway.query('update sessions set expires_at = now() where session_hash = $1', [hash])
    await decide(gateway, redirectToken)
    assert.equal(await openReturnUrl(gateway, redirectToken), returnUrl)
    assert.equal((await names(tokens)).length, 1)
  })

  it('may be empty, but not one whose last update was refused, nor unknown, nor of another version', async () => {
    const { shop, sessions } = await tokenClient()
    const sessionId = await sessions.open()
    await sessions.update(sessionId, { order: { currency: 'nonsense' } })
    assert.deepEqual(refusal(await shop.ask(sessionId)), refusalOf('session.id'))
    assert.equal((await shop.ask(`SESSION${'0'.repeat(24)}`)).status, 400)
    const other = await sessions.open()
    const stale = { session: { id: other, version: 'ffffffff01' } }
    assert.deepEqual(refusal(await shop.ask(other, stale)), refusalOf('session.version'))
  })
})

describe('the token repository', () => {
  it('names the token, or takes the name that the merchant gives', async () => {
    const random = await tokenClient()
    const taken = { token: 'shopper1' }
    const sessionId = await random.sessions.open()
    assert.deepEqual(refusal(await random.shop.ask(sessionId, taken)), refusalOf('token'))

    const supplied = await tokenClient({ repository: { generation: 'MERCHANT_SUPPLIED' } })
    const unnamed = await supplied.sessions.open()
    assert.deepEqual(refusal(await supplied.shop.ask(unnamed)), refusalOf('token'))
    assert.equal(await agree(gateway, supplied.shop, await supplied.shop.open(taken)), 'shopper1')
    const first = agreementOf((await supplied.tokens.get('shopper1')).body).id
    // The same name again is an update.
    assert.equal(await agree(gateway, supplied.shop, await supplied.shop.open(taken)), 'shopper1')
    assert.notEqual(agreementOf((await supplied.tokens.get('shopper1')).body).id, first)
    assert.deepEqual(await names(supplied.tokens), ['shopper1'])

    const preserving = await tokenClient({ repository: { generation: 'PRESERVE_6_4' } })
    assert.match(await agree(gateway, preserving.shop, await preserving.shop.open()), /^9\d{15}$/)
  })

  it('has one token for an agreement where an account may have one', async () => {
    const { tokens, shop } = await tokenClient({ repository: { management: 'UNIQUE_ACCOUNT_IDENTIFIER' } })
    const provided = { providerA: { billingAgreement: { cardinality: 'SINGLE' } } }
    const single = { sourceOfFunds: { type: 'PROVIDER_A', provided } }
    const first = await agree(gateway, shop, await shop.open(single))
    assert.equal(await agree(gateway, shop, await shop.open(single)), first)
    assert.deepEqual(await names(tokens), [first])
  })

  it('may refuse it afterwards, and then the session is unchanged', async () => {
    const repository = { generation: 'MERCHANT_SUPPLIED', management: 'UNIQUE_ACCOUNT_IDENTIFIER' } as const
    const { tokens, shop } = await tokenClient({ repository })
    const provided = { providerA: { billingAgreement: { cardinality: 'SINGLE' } } }
    const single = { sourceOfFunds: { type: 'PROVIDER_A', provided } }
    await agree(gateway, shop, await shop.open({ ...single, token: 'one' }))
    const { sessionId, redirectToken } = await shop.open({ ...single, token: 'two' })
    await decide(gateway, redirectToken)
    assert.equal(await openReturnUrl(gateway, redirectToken), returnUrl)
    assert.equal((await shop.session(sessionId)).session.updateStatus, 'NO_UPDATE')
    assert.deepEqual(await names(tokens), ['one'])
    const [row] = await gateway.query('select state, why from agreement_setups where redirect_token = $1', [
      redirectToken,
    ])
    assert.deepEqual(row, { state: 'NOT_KEPT', why: 'ACCOUNT_HELD' })
  })

  it('belongs to the named sub-merchant', async () => {
    const { tokens, shop } = await tokenClient()
    const token = await agree(gateway, shop, await shop.open({ subMerchant: { identifier: 'sub-1' } }))
    assert.equal((await tokens.get(token)).status, 400)
    assert.equal((await tokens.get(token, 100, '?subMerchant.identifier=sub-1')).body.status, 'VALID')
  })
})

describe('an agreement cannot be asked for', () => {
  it('without an account with the provider, or where the profile does not take it', async () => {
    for (const profile of [{ providers: [] }, { sources: ['CARD'] as const }]) {
      const { id } = await boardMerchant(gateway, { profile })
      const sessionId = await openSessions(gateway, id).open()
      const asked = await openAgreements(gateway, id).ask(sessionId)
      assert.deepEqual(refusal(asked), refusalOf('sourceOfFunds.type'), asked.text)
    }
  })

  it('by an id, which only the provider assigns, or without session or address', async () => {
    const { shop, sessions } = await tokenClient()
    const sessionId = await sessions.open()
    const provided = { providerA: { billingAgreement: { id: 'B-1' } } }
    const named = await shop.ask(sessionId, { sourceOfFunds: { type: 'PROVIDER_A', provided } })
    assert.deepEqual(refusal(named), refusalOf('sourceOfFunds.provided.providerA.billingAgreement.id'))
    const missing = await shop.ask(sessionId, { session: undefined })
    assert.deepEqual(refusal(missing), refusalOf('session.id', 'MISSING'))
    const nowhere = await shop.ask(sessionId, { browserPayment: { returnUrl: 'http://shop.example/' } })
    assert.deepEqual(refusal(nowhere), refusalOf('browserPayment.returnUrl'))
  })

  it('from a provider that does not answer; a payer who is sent there all the same can decide', async () => {
    const { shop, sessions } = await tokenClient()
    const sessionId = await sessions.open()
    const provider = providerA(gateway)
    const { startAgreement } = provider
    Object.assign(provider, {
      startAgreement: async (...asked: Parameters<typeof startAgreement>) => {
        await startAgreement.apply(provider, asked)
        return { kind: 'NO_ANSWER' }
      },
    })
    const silent = await shop.ask(sessionId)
    Object.assign(provider, { startAgreement: async () => ({ kind: 'NOT_SENT', why: 'a test' }) })
    const unsent = await shop.ask(sessionId)
    Object.assign(provider, { startAgreement })
    for (const { status, body } of [silent, unsent])
      assert.deepEqual(
        [status, body.result, body.response.gatewayCode],
        [201, 'FAILURE', 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'],
      )
    const out = ({ body }: typeof silent) => follow(gateway, URL.parse(body.browserPayment.redirectUrl)?.pathname ?? '')
    assert.match((await out(silent)) ?? '', /\/sandbox\/providers\/a\//)
    assert.equal(await out(unsent), returnUrl)
  })
})

it('no token of a URL is in any log line, and unknown tokens get a page without links', async () => {
  const { shop } = await tokenClient()
  const { redirectToken } = await shop.open()
  await openReturnUrl(gateway, redirectToken)
  assert.ok(!gateway.logLines.some((line) => line.includes(redirectToken)))
  const unknown = `BP-${'0'.repeat(32)}`
  for (const path of [`/bpui/pp/in/${unknown}`, `/bpui/pp/out/${unknown}`, '/bpui/pp/out/https:%2F%2Fevil.example'])
    assert.equal((await send(gateway.listeners.httpsUrl, { path, login: null })).status, 404)
})
