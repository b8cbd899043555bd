// Payments by an agreement with provider A, without the payer's browser, and what happens when the consent is withdrawn.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { readProviderNotices } from '../../../src/browser-payments/jobs/follow-agreements.ts'
import { runCommand } from '../../../src/cli/run.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { eventually } from '../../support/checks/poll.ts'
import { agree, openAgreements, providerA } from '../../support/clients/agreements.ts'
import { type ApiResponse, authorizeBody, newOrderId, payBody } from '../../support/clients/client.ts'
import { openShop, outcome, refusal, refusalOf, type Shop, totals } from '../../support/clients/shop.ts'
import { openTokenKeeper, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let tokens: TokenKeeper
const account = 'PAYMENTS-PROVIDER_A'
const link = { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account } as const
before(async () => {
  gateway = await sharedGateway()
  tokens = await openTokenKeeper(gateway, { profile: { providers: [link] } })
  shop = openShop(gateway, tokens.merchant)
})

const byId = (id: string, more: object = {}) => ({
  sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id }, ...more } } },
})

async function stored(id: string, more: object = {}): Promise<string> {
  return (await tokens.made(tokens.post({ ...byId(id), ...more }))).token
}

interface Line {
  readonly kind: string
  readonly amount_minor: string
  readonly agreement_id: string | null
}

/** What the provider has in its books about an order. */
function linesOf(orderId: string): Promise<readonly Line[]> {
  return gateway.query<Line>(
    `select l.kind, l.amount_minor, l.agreement_id from simulated_providers.line l
     join transactions t on t.acquirer_reference = l.reference where t.order_id = $1 order by t.position`,
    [orderId],
  )
}

describe('a payment by an agreement', () => {
  it('names the agreement by its id, and is executed by provider A', async () => {
    const orderId = newOrderId()
    const paid = await shop.put(payBody(byId('B-100')), { orderId })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.deepEqual(paid.body.sourceOfFunds, byId('B-100').sourceOfFunds)
    const { acquirer, type } = paid.body.transaction
    assert.deepEqual([acquirer.id, acquirer.merchantId, type], ['PROVIDER_A', account, 'PAYMENT'])
    assert.deepEqual(await linesOf(orderId), [{ kind: 'PAY', amount_minor: '10000', agreement_id: 'B-100' }])
    const again = await shop.put(payBody(byId('B-100')), { orderId })
    assert.deepEqual([again.status, again.text], [200, paid.text])
    assert.equal((await shop.put(payBody(byId('B-101')), { orderId })).status, 400)
    assert.equal((await linesOf(orderId)).length, 1)
    assert.equal((await shop.transaction(orderId, '1')).body.sourceOfFunds.type, 'PROVIDER_A')
  })

  it('names it by a token, whose last use is recorded, with the shipping address of the token', async () => {
    const shipping = { address: { city: 'Lisboa', country: 'PRT' } }
    const token = await stored('B-102', { shipping })
    const before = (await tokens.get(token)).body.usage.lastUsedTime
    const orderId = newOrderId()
    const paid = await shop.put(payBody({ sourceOfFunds: { token } }), { orderId })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.deepEqual(paid.body.sourceOfFunds, { ...byId('B-102').sourceOfFunds, token })
    assert.deepEqual(paid.body.shipping, shipping)
    assert.ok((await tokens.get(token)).body.usage.lastUsedTime > before)
    const elsewhere = await shop.put(payBody({ sourceOfFunds: { token }, shipping: { method: 'OVERNIGHT' } }))
    assert.deepEqual(elsewhere.body.shipping, { method: 'OVERNIGHT' })
    // What the request says wins over what is stored.
    const other = await shop.put(payBody({ sourceOfFunds: { token, ...byId('B-103').sourceOfFunds } }))
    assert.equal(other.body.sourceOfFunds.provided.providerA.billingAgreement.id, 'B-103')
    assert.deepEqual(await linesOf(orderId), [{ kind: 'PAY', amount_minor: '10000', agreement_id: 'B-102' }])
  })

  it('can be authorized, captured and refunded in parts, and voided', async () => {
    const orderId = newOrderId()
    const authorized = await shop.put(authorizeBody(byId('B-104')), { orderId })
    assert.deepEqual(outcome(authorized), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'], authorized.text)
    const later = (apiOperation: string, amount: string, transactionId: string) =>
      shop.put({ apiOperation, transaction: { amount, currency: 'USD' } }, { orderId, transactionId })
    assert.equal((await later('CAPTURE', '60', '2')).body.result, 'SUCCESS')
    assert.deepEqual(totals(await later('REFUND', '20', '3')), ['PARTIALLY_REFUNDED', 100, 60, 20])
    assert.deepEqual(
      (await linesOf(orderId)).map(({ kind, amount_minor }) => [kind, amount_minor]),
      [
        ['AUTHORIZE', '10000'],
        ['CAPTURE', '6000'],
        ['REFUND', '2000'],
      ],
    )
    const [first] = (await shop.order(orderId)).body.transaction
    assert.equal(first.sourceOfFunds.type, 'PROVIDER_A')

    const paidId = newOrderId()
    await shop.put(payBody(byId('B-104')), { orderId: paidId })
    const void1 = { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } }
    const voided = await shop.put(void1, { orderId: paidId, transactionId: '2' })
    assert.deepEqual(outcome(voided), [201, 'SUCCESS', 'APPROVED', 'CANCELLED'], voided.text)
  })

  it('is declined by the provider, directed by test references', async () => {
    const steered = payBody({
      ...byId('B-105'),
      order: { amount: '5', currency: 'EUR', reference: 'TEST-FAIL-DECLINE' },
    })
    assert.deepEqual(outcome(await shop.put(steered)), [201, 'FAILURE', 'DECLINED', 'FAILED'])
    assert.deepEqual(outcome(await shop.put(payBody(byId('nonsense')))), [201, 'FAILURE', 'DECLINED', 'FAILED'])
  })

  it('has the same fields in every version', async () => {
    const order = { amount: '7.50', currency: 'EUR' }
    for (const version of [15, 29, 30, 50, 99, 100]) {
      const paid = await shop.put(payBody({ ...byId('B-106'), order }), { version })
      assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
      assert.deepEqual(paid.body.sourceOfFunds, byId('B-106').sourceOfFunds, `version ${version}`)
    }
  })

  it('is not subject to rules about cards', async () => {
    const action = 'REJECT'
    const risk = {
      ...noRiskRules,
      binRanges: [{ from: '0', to: '9', action }],
      threeDSecure: [{ result: 'NONE', action }],
    } as const
    const { id } = await boardMerchant(gateway, { profile: { providers: [link], risk } })
    const strict = openShop(gateway, id)
    assert.equal((await strict.put(payBody())).body.response.gatewayCode, 'BLOCKED')
    assert.deepEqual(outcome(await strict.put(payBody(byId('B-107')))), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('is refused on orders that were verified with another account', async () => {
    const orderId = newOrderId()
    const { order: _, ...verify } = { ...payBody(), apiOperation: 'VERIFY' } as Record<string, unknown>
    const verified = await shop.put({ ...verify, order: { currency: 'USD' } }, { orderId })
    assert.equal(verified.body.result, 'SUCCESS', verified.text)
    const paid = await shop.put(payBody(byId('B-108')), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(paid), refusalOf('sourceOfFunds.provided.providerA.billingAgreement.id'))
  })
})

describe('a payment by an agreement is refused', () => {
  it('without the id, without an account with the provider, or where the profile does not take it', async () => {
    const field = 'sourceOfFunds.provided.providerA.billingAgreement.id'
    for (const provided of [undefined, { providerA: { payerId: 'P1' } }]) {
      const paid = await shop.put(payBody({ sourceOfFunds: { type: 'PROVIDER_A', provided } }))
      assert.deepEqual(refusal(paid), refusalOf(field, 'MISSING'), paid.text)
    }
    for (const profile of [{ providers: [] }, { providers: [link], sources: ['CARD'] as const }]) {
      const { id } = await boardMerchant(gateway, { profile })
      const paid = await openShop(gateway, id).put(payBody(byId('B-200')))
      assert.deepEqual(refusal(paid), refusalOf('sourceOfFunds.type'))
    }
  })

  it('in a currency that the provider does not take', async () => {
    const paid = await shop.put(payBody({ ...byId('B-201'), order: { amount: '1', currency: 'KWD' } }))
    assert.deepEqual(refusal(paid), refusalOf('order.currency'), paid.text)
  })

  it('in a verification and in a refund without a payment', async () => {
    const verify = { apiOperation: 'VERIFY', order: { currency: 'USD' }, ...byId('B-202') }
    assert.deepEqual(refusal(await shop.put(verify)), refusalOf('sourceOfFunds.type'))
    const { id } = await boardMerchant(gateway, { profile: { providers: [link], privileges: ['STANDALONE_REFUND'] } })
    const refund = { apiOperation: 'REFUND', transaction: { amount: '1', currency: 'USD' }, ...byId('B-202') }
    assert.deepEqual(refusal(await openShop(gateway, id).put(refund)), refusalOf('sourceOfFunds.type'))
  })
})

describe('a payer who withdraws consent', () => {
  const hear = () =>
    readProviderNotices(['simulated-provider-a'], gateway.dependencies, (error) => assert.fail(error as Error))

  /** The gateway's own job may be faster. */
  async function heardOf(token: string, tokenClient = tokens, query = ''): Promise<void> {
    await hear()
    await eventually(async () =>
      (await tokenClient.get(token, 100, query)).body.status === 'INVALID' ? true : undefined,
    )
  }

  it('makes every token of the agreement invalid, and the provider declines its id', async () => {
    const agreements = openAgreements(gateway, tokens.merchant)
    const token = await agree(gateway, agreements, await agreements.open())
    const { body } = await tokens.get(token)
    const { id } = body.sourceOfFunds.provided.providerA.billingAgreement
    const second = await stored(id)
    const subMerchant = { identifier: 'sub-1' }
    const ofSub = await stored(id, { subMerchant })
    const other = await stored('B-300')
    assert.equal((await shop.put(payBody(byId(id)))).body.result, 'SUCCESS')

    assert.ok(await providerA(gateway).withdraw({ acquirerMerchantId: account, agreementId: id }))
    for (const name of [token, second]) await heardOf(name)
    await heardOf(ofSub, tokens, '?subMerchant.identifier=sub-1')
    assert.equal((await tokens.get(other)).body.status, 'VALID')
    const paid = await shop.put(payBody({ sourceOfFunds: { token } }))
    assert.deepEqual(refusal(paid), refusalOf('sourceOfFunds.token'))
    assert.deepEqual(outcome(await shop.put(payBody(byId(id)))), [201, 'FAILURE', 'DECLINED', 'FAILED'])

    // Heard once, it changes nothing more.
    const { body: before } = await tokens.get(token)
    await hear()
    assert.deepEqual((await tokens.get(token)).body, before)
    assert.deepEqual(await providerA(gateway).listWithdrawals(100), [])
  })

  it('does not affect merchants with other accounts, even if an agreement has the same id there', async () => {
    const stranger = await openTokenKeeper(gateway, { profile: { providers: [{ ...link, account: 'ANOTHER' }] } })
    const theirs = (await stranger.made(stranger.post(byId('B-301')))).token
    const mine = await stored('B-301')
    await shop.put(payBody(byId('B-301')))
    assert.ok(await providerA(gateway).withdraw({ acquirerMerchantId: account, agreementId: 'B-301' }))
    await heardOf(mine)
    assert.equal((await stranger.get(theirs)).body.status, 'VALID')
  })

  it('is reported again when it could not be stored', async () => {
    const token = await stored('B-302')
    await shop.put(payBody(byId('B-302')))
    const provider = providerA(gateway)
    const { acknowledgeWithdrawal } = provider
    Object.assign(provider, { acknowledgeWithdrawal: () => Promise.reject(new Error('gone')) })
    await provider.withdraw({ acquirerMerchantId: account, agreementId: 'B-302' })
    const errors: unknown[] = []
    await readProviderNotices(['simulated-provider-a'], gateway.dependencies, (error) => errors.push(error))
    Object.assign(provider, { acknowledgeWithdrawal })
    assert.equal(errors.length, 1)
    await heardOf(token)
    await hear()
    assert.deepEqual(await provider.listWithdrawals(100), [])
  })

  it('can be simulated by the operator of a sandbox', async () => {
    const token = await stored('B-303')
    await shop.put(payBody(byId('B-303')))
    const command = (...words: readonly string[]) =>
      runCommand(['sandbox', 'withdraw-agreement', ...words], {
        ...testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir }),
        DATABASE_URL: databaseUrl(gateway.database),
      })
    const done = await command(account, 'B-303')
    assert.ok(done.kind === 'DONE', JSON.stringify(done))
    assert.deepEqual(done.data, { account, agreementId: 'B-303' })
    await heardOf(token)
    const again = await command(account, 'B-303')
    assert.ok(again.kind === 'REFUSED' && /no such active agreement/.test(again.message), JSON.stringify(again))
  })
})

it('an answer that was lost is inquired about, and the money moves once', async () => {
  const orderId = newOrderId()
  const provider = gateway.dependencies.acquirers.of(link)
  assert.ok(provider)
  const { ask } = provider
  Object.assign(provider, {
    ask: async (...asked: Parameters<typeof ask>) => {
      await ask.apply(provider, asked)
      return { kind: 'NO_ANSWER' }
    },
  })
  const silent: ApiResponse = await shop.put(payBody(byId('B-400')), { orderId })
  Object.assign(provider, { ask })
  assert.deepEqual(outcome(silent).slice(1), ['FAILURE', 'TIMED_OUT', 'FAILED'])
  await eventually(async () => {
    const [row] = await gateway.query<{ reversal: string }>('select reversal from transactions where order_id = $1', [
      orderId,
    ])
    return row?.reversal === 'DONE' ? true : undefined
  })
})
