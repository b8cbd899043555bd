// Who sees which tokens: merchants that share a repository, sub-merchants with one each; and how tokens are found again.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { apiPath, type Body, send } from '../../support/clients/client.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, cards, openTokenKeeper, sources, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const supplied = { generation: 'MERCHANT_SUPPLIED' } as const
const tokensOf = ({ body }: { body: Body }) => body.token.map(({ token }: { token: string }) => token)

describe('merchants that share a repository', () => {
  it('see, change and delete the same tokens, and see who did it last', async () => {
    const one = await openTokenKeeper(gateway, { repository: supplied })
    const other = await openTokenKeeper(gateway, { repository: { ...supplied, id: one.repositoryId } })
    const stranger = await openTokenKeeper(gateway, { repository: supplied })
    const made = await one.made(one.put('common', cardBody()))
    const { body } = await other.get('common')
    assert.deepEqual([body.repositoryId, body.usage.lastUpdated.merchantId], [one.repositoryId, one.merchant])
    assert.equal((await stranger.get('common')).status, 400)
    const changed = await other.made(other.put('common', cardBody(cards.visa)), 200)
    assert.equal(changed.usage.lastUpdated.merchantId, other.merchant)
    assert.ok((await one.get('common')).body.usage.lastUpdated.time > made.usage.lastUpdated.time)
    assert.equal((await other.remove('common')).status, 200)
    assert.equal((await one.get('common')).status, 400)
  })
})

describe('a sub-merchant', () => {
  const sub = (identifier: string) => ({ subMerchant: { identifier } })
  const query = (identifier: string) => `?subMerchant.identifier=${identifier}`

  it('has its own repository, always the same, with the strategies of its aggregator', async () => {
    const aggregator = await openTokenKeeper(gateway, { repository: supplied })
    const first = await aggregator.made(aggregator.put('card', cardBody(cards.mastercard, sub('one'))))
    const second = await aggregator.made(aggregator.put('card', cardBody(cards.visa, sub('two'))))
    const own = await aggregator.made(aggregator.put('card', cardBody(cards.amex)))
    const ids = [first, second, own].map(({ repositoryId }) => repositoryId)
    assert.equal(new Set(ids).size, 3)
    assert.equal(own.repositoryId, aggregator.repositoryId)
    for (const id of ids) assert.match(id, /^[ -~]{1,16}$/)
    const { body } = await aggregator.get('card', 100, query('one'))
    assert.deepEqual([body.repositoryId, body.sourceOfFunds.provided.card.scheme], [first.repositoryId, 'MASTERCARD'])
    assert.deepEqual(tokensOf(await aggregator.search({ ...sub('two') })), ['card'])
    assert.equal((await aggregator.remove('card', query('one'))).status, 200)
    assert.equal((await aggregator.get('card', 100, query('one'))).status, 400)
    assert.equal((await aggregator.get('card', 100, query('two'))).status, 200)
    assert.equal((await aggregator.post(cardBody(cards.visa, sub('two')))).status, 400, 'its names are the caller’s')
  })

  it('may be named by aggregators only, by its identifier', async () => {
    const plain = await openTokenKeeper(gateway, { profile: { isAggregator: false }, repository: supplied })
    const notPermitted = refusalOf('subMerchant')
    assert.deepEqual(refusal(await plain.put('card', cardBody(cards.visa, sub('one')))), notPermitted)
    assert.deepEqual(refusal(await plain.get('card', 100, query('one'))), notPermitted)
    assert.deepEqual(refusal(await plain.remove('card', query('one'))), notPermitted)
    assert.deepEqual(refusal(await plain.search(sub('one'))), notPermitted)
    const aggregator = await openTokenKeeper(gateway, { repository: supplied })
    const unnamed = cardBody(cards.visa, { subMerchant: { tradingName: 'Corner shop' } })
    assert.deepEqual(refusal(await aggregator.put('card', unnamed)), refusalOf('subMerchant.identifier', 'MISSING'))
  })
})

describe('a search for tokens', () => {
  let shop: TokenKeeper
  before(async () => {
    shop = await openTokenKeeper(gateway, { repository: supplied })
    await shop.made(shop.put('m1', cardBody(cards.mastercard)))
    await shop.made(shop.put('m2', cardBody(cards.mastercard)))
    await shop.made(
      shop.put('v1', {
        sourceOfFunds: {
          type: 'CARD',
          provided: { card: { number: cards.visa, expiry: { month: '12', year: '41' } } },
        },
      }),
    )
    for (const [type, sourceOfFunds] of Object.entries(sources))
      await shop.made(shop.put(type.replaceAll('_', ''), { sourceOfFunds }))
    await gateway.query(
      "update tokens set status = 'INVALID', invalid_reason = 'RECURRING_STOPPED' where repository_id = $1 and token = 'm2'",
      [shop.repositoryId],
    )
  })

  const searches: readonly [what: string, query: object, found: readonly string[]][] = [
    ['its name', { token: 'v1' }, ['v1']],
    ['its status', { status: 'INVALID' }, ['m2']],
    ['its kind', { sourceOfFunds: { type: 'GIFT_CARD' } }, ['GIFTCARD']],
    ['its kind by the dotted name', { 'sourceOfFunds.type': 'ACH' }, ['ACH']],
    ['its scheme', { sourceOfFunds: { provided: { card: { scheme: 'VISA' } } } }, ['v1']],
    ['its expiry', { sourceOfFunds: { provided: { card: { expiry: { month: '12', year: '41' } } } } }, ['v1']],
    ['a month of expiry', { 'sourceOfFunds.provided.card.expiry.month': '1' }, ['m1', 'm2']],
    ['a card number', { sourceOfFunds: { provided: { card: { number: cards.mastercard } } } }, ['m1', 'm2']],
    ['a card number and a status', { status: 'VALID', 'sourceOfFunds.provided.card.number': cards.mastercard }, ['m1']],
    ['a gift card number', { sourceOfFunds: { provided: { giftCard: { number: '6280390000000050' } } } }, ['GIFTCARD']],
    [
      'a bank account',
      { sourceOfFunds: { provided: { ach: { bankAccountNumber: '8001234567', routingNumber: '123456780' } } } },
      ['ACH'],
    ],
    [
      'a Canadian bank account',
      {
        sourceOfFunds: {
          provided: {
            directDebitCanada: {
              bankAccountNumber: '70012345',
              financialInstitutionNumber: '003',
              transitNumber: '12345',
            },
          },
        },
      },
      ['DIRECTDEBITCANADA'],
    ],
    [
      'an agreement',
      { sourceOfFunds: { provided: { providerA: { billingAgreement: { id: 'B-1234' } } } } },
      ['PROVIDERA'],
    ],
    ['something no token has', { token: 'v1', status: 'INVALID' }, []],
    [
      'two accounts at once',
      { sourceOfFunds: { provided: { card: { number: cards.visa }, giftCard: { number: '6280390000000050' } } } },
      [],
    ],
    ['nothing in particular', {}, ['ACH', 'DIRECTDEBITCANADA', 'GIFTCARD', 'PROVIDERA', 'm1', 'm2', 'v1']],
  ]
  for (const [what, query, found] of searches)
    it(`finds by ${what}`, async () => {
      const response = await shop.search({ query })
      assert.equal(response.status, 200, response.text)
      assert.deepEqual(tokensOf(response).toSorted(), found.toSorted())
      assert.equal(response.body.page, undefined)
    })

  it('shows each token as it is shown by itself, in its version', async () => {
    for (const version of [57, 100]) {
      const [shown] = (await shop.search({ query: { token: 'v1' } }, version)).body.token
      const { merchant: _, response: __, result: ___, ...alone } = (await shop.get('v1', version)).body
      assert.deepEqual(shown, alone)
    }
    assert.equal((await shop.get('v1', 57)).body.sourceOfFunds.provided.card.expiry, '1241')
  })

  it('goes on page by page to the end', async () => {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const { body } = await shop.search({ page: { limit: 3, ...(after !== undefined && { after }) } })
      seen.push(...tokensOf({ body }))
      after = body.page?.after
      if (after === undefined) break
    }
    assert.equal(seen.length, 7)
    assert.equal(new Set(seen).size, 7)
    assert.deepEqual(refusal(await shop.search({ page: { after: 'not a page' } })), refusalOf('page.after'))
  })

  it('requires all fields that identify a bank account', async () => {
    const response = await shop.search({
      query: { sourceOfFunds: { provided: { ach: { bankAccountNumber: '8001234567' } } } },
    })
    assert.deepEqual(refusal(response), refusalOf('query.sourceOfFunds.provided.ach.routingNumber', 'MISSING'))
  })
})

describe('account numbers of tokens', () => {
  it('are in clear for callers with permission who request it, with an audit entry each time', async () => {
    const { id } = await boardMerchant(gateway, {
      profile: { privileges: ['UNMASK'], verificationStrategy: 'NONE' },
      repository: supplied,
    })
    const tls = await makeCertificate(gateway)
    await registerCertificate(gateway, id, tls)
    const ask = (method: string, rest: string, body?: object) =>
      send(gateway.listeners.mtlsUrl, {
        method,
        path: apiPath(rest, { merchant: id }),
        login: `merchant.${id}:${testPassword}`,
        tls,
        ...(body && { body }),
      })
    const controls = { responseControls: { sensitiveData: 'UNMASK' } }
    const made = await ask('PUT', '/token/clear', cardBody(cards.visa, controls))
    assert.equal(made.body.sourceOfFunds.provided.card.number, cards.visa, made.text)
    const asking = '?responseControls.sensitiveData=UNMASK'
    assert.equal((await ask('GET', `/token/clear${asking}`)).body.sourceOfFunds.provided.card.number, cards.visa)
    assert.equal((await ask('GET', '/token/clear')).body.sourceOfFunds.provided.card.number, '450875xxxxxx1019')
    const [found] = (await ask('POST', '/tokenSearch', controls)).body.token
    assert.equal(found.sourceOfFunds.provided.card.number, cards.visa)
    const lines = await gateway.query(
      `select subject from audit where merchant_id = $1 and action = 'ACCOUNTS_UNMASKED'`,
      [id],
    )
    assert.equal(lines.length, 3)
  })
})
