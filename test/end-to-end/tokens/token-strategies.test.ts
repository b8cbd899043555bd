// Tokens under each way of naming them and each way of managing accounts, over real HTTP and PostgreSQL.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { passesLuhn } from '../../../src/kernel/instrument.ts'
import type { TokenGeneration, TokenManagement } from '../../../src/merchants/rules/token-repository.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, cards, openTokenKeeper, sources, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const tokenClient = (generation: TokenGeneration, management: TokenManagement): Promise<TokenKeeper> =>
  openTokenKeeper(gateway, { repository: { generation, management } })

const numberField = 'sourceOfFunds.provided.card.number'
const expiring = (month: string, year: string) => ({
  sourceOfFunds: { provided: { card: { expiry: { month, year } } } },
})
const ends = (token: string) => [token.slice(0, 6), token.slice(-4), token.length]

for (const management of ['UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER'] as const) {
  describe(`a merchant-supplied repository with ${management}`, () => {
    it('accepts new tokens by the name in the path, and returns the stored details', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      const made = await shop.made(shop.put('mine1', cardBody()))
      assert.equal(made.token, 'mine1')
      assert.equal(made.repositoryId, shop.repositoryId)
      assert.equal(made.status, 'VALID')
      assert.deepEqual(made.response, { gatewayCode: 'NO_VERIFICATION_PERFORMED' })
      assert.equal(made.verificationStrategy, 'NONE')
      assert.deepEqual(made.sourceOfFunds, {
        type: 'CARD',
        provided: {
          card: {
            brand: 'MASTERCARD',
            expiry: { month: '1', year: '39' },
            fundingMethod: 'CREDIT',
            number: '512345xxxxxx0008',
            scheme: 'MASTERCARD',
          },
        },
      })
      const { lastUpdated, lastUsedTime } = made.usage
      assert.deepEqual([lastUpdated.merchantId, lastUpdated.source], [shop.merchant, 'CLIENT'])
      assert.equal(lastUsedTime, lastUpdated.time)
      const { body } = await shop.get('mine1')
      assert.deepEqual(body, made)
    })

    it('refuses to name a token itself, and a name that is not the one in the path', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      assert.deepEqual(refusal(await shop.post(cardBody())), refusalOf('token'))
      assert.deepEqual(refusal(await shop.put('mine', cardBody(undefined, { token: 'yours' }))), refusalOf('token'))
      assert.equal((await shop.put('mine', cardBody(undefined, { token: 'mine' }))).status, 201)
    })

    it('refuses the account number itself as a name', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      assert.deepEqual(refusal(await shop.put(cards.visa, cardBody(cards.visa))), refusalOf('token'))
      assert.equal((await shop.get(cards.visa)).status, 400)
    })

    it('needs an account for a new token', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      assert.deepEqual(refusal(await shop.put('none', {})), refusalOf('sourceOfFunds', 'MISSING'))
      assert.deepEqual(refusal(await shop.put('none', expiring('2', '39'))), refusalOf(numberField, 'MISSING'))
    })

    it('changes what is stored: the expiry, the card, or to another kind of account', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      const first = await shop.made(shop.put('kept', cardBody()))
      const renewed = await shop.made(shop.put('kept', expiring('12', '40')), 200)
      assert.deepEqual(renewed.sourceOfFunds.provided.card.expiry, { month: '12', year: '40' })
      assert.equal(renewed.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      assert.ok(renewed.usage.lastUpdated.time > first.usage.lastUpdated.time)
      const visa = await shop.made(shop.put('kept', cardBody(cards.visa)), 200)
      assert.equal(visa.sourceOfFunds.provided.card.scheme, 'VISA')
      const bank = await shop.made(shop.put('kept', { sourceOfFunds: sources.ACH }), 200)
      assert.deepEqual(Object.keys(bank.sourceOfFunds.provided), ['ach'])
      assert.deepEqual((await shop.get('kept')).body, bank)
    })

    it('lets a name be used again after its token was deleted', async () => {
      const shop = await tokenClient('MERCHANT_SUPPLIED', management)
      await shop.made(shop.put('again', cardBody()))
      assert.deepEqual((await shop.remove('again')).body, { result: 'SUCCESS' })
      assert.equal((await shop.get('again')).status, 400)
      const { status, body } = await shop.remove('again')
      assert.deepEqual([status, body.error.cause, body.error.field], [400, 'INVALID_REQUEST', undefined])
      await shop.made(shop.put('again', cardBody()))
    })
  })

  for (const generation of ['RANDOM', 'PRESERVE_6_4'] as const) {
    describe(`a repository with ${generation} and ${management}`, () => {
      it('refuses new tokens by a name of the caller', async () => {
        const shop = await tokenClient(generation, management)
        assert.deepEqual(refusal(await shop.put('mine', cardBody())), refusalOf('token'))
        assert.deepEqual(refusal(await shop.put('9123456789012347', expiring('2', '39'))), refusalOf('token'))
      })

      it('names a new token itself, for every kind of account', async () => {
        const shop = await tokenClient(generation, management)
        const { token } = await shop.made(shop.post(cardBody()))
        if (generation === 'RANDOM') {
          assert.match(token, /^9\d{15}$/)
          assert.ok(passesLuhn(token))
        } else {
          assert.deepEqual(ends(token), ends(cards.mastercard))
          assert.ok(!passesLuhn(token) && token !== cards.mastercard)
        }
        for (const sourceOfFunds of Object.values(sources)) {
          const other = await shop.made(shop.post({ sourceOfFunds }))
          assert.match(other.token, /^[0-9A-Za-z]{16}$/)
          assert.equal((await shop.get(other.token)).body.sourceOfFunds.type, sourceOfFunds.type)
        }
      })

      it('needs an account', async () => {
        const shop = await tokenClient(generation, management)
        assert.deepEqual(refusal(await shop.post({})), refusalOf('sourceOfFunds', 'MISSING'))
        assert.deepEqual(refusal(await shop.post(expiring('2', '39'))), refusalOf(numberField, 'MISSING'))
      })

      it('never gives the name of a deleted token again', async () => {
        const shop = await tokenClient(generation, management)
        const { token } = await shop.made(shop.post(cardBody()))
        assert.equal((await shop.remove(token)).status, 200)
        const rows = await gateway.query(
          'select token from retired_token_names where repository_id = $1 and token = $2',
          [shop.repositoryId, token],
        )
        assert.equal(rows.length, 1)
        assert.deepEqual(refusal(await shop.put(token, cardBody())), refusalOf('token'))
      })

      it('accepts another expiry for a token that it has named', async () => {
        const shop = await tokenClient(generation, management)
        const { token } = await shop.made(shop.post(cardBody()))
        const changed = await shop.made(shop.put(token, cardBody(undefined, expiringCard('11', '41'))), 200)
        assert.deepEqual(changed.sourceOfFunds.provided.card.expiry, { month: '11', year: '41' })
      })
    })
  }
}

const expiringCard = (month: string, year: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: cards.mastercard, expiry: { month, year } } } },
})

describe('an account identifier under Preserve 6.4', () => {
  it('cannot change, not even to one with the same ends, except for an agreement with provider A', async () => {
    for (const management of ['UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER'] as const) {
      const shop = await tokenClient('PRESERVE_6_4', management)
      const { token } = await shop.made(shop.post(cardBody()))
      assert.deepEqual(refusal(await shop.put(token, cardBody(cards.visa))), refusalOf(numberField))
      assert.deepEqual(
        refusal(await shop.put(token, { sourceOfFunds: sources.ACH })),
        refusalOf('sourceOfFunds.provided.ach.bankAccountNumber'),
      )
      const agreement = await shop.made(shop.post({ sourceOfFunds: sources.PROVIDER_A }))
      const changed = await shop.made(
        shop.put(agreement.token, {
          sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id: 'B-2' } } } },
        }),
        200,
      )
      assert.deepEqual(changed.sourceOfFunds.provided.providerA, { billingAgreement: { id: 'B-2' } })
    }
  })

  it('can change under Random', async () => {
    const shop = await tokenClient('RANDOM', 'UNIQUE_TOKEN')
    const { token } = await shop.made(shop.post(cardBody()))
    const changed = await shop.made(shop.put(token, cardBody(cards.visa)), 200)
    assert.deepEqual([changed.token, changed.sourceOfFunds.provided.card.scheme], [token, 'VISA'])
  })
})

describe('unique tokens', () => {
  it('are new with every save', async () => {
    const shop = await tokenClient('RANDOM', 'UNIQUE_TOKEN')
    const tokens = new Set<string>()
    for (let save = 0; save < 5; save += 1) tokens.add((await shop.made(shop.post(cardBody()))).token)
    assert.equal(tokens.size, 5)
  })

  it('may share an account under names of the caller', async () => {
    const shop = await tokenClient('MERCHANT_SUPPLIED', 'UNIQUE_TOKEN')
    await shop.made(shop.put('one', cardBody()))
    await shop.made(shop.put('two', cardBody()))
    await shop.made(shop.put('two', cardBody()), 200)
  })
})

describe('unique account identifiers', () => {
  for (const generation of ['RANDOM', 'PRESERVE_6_4'] as const) {
    it(`give the one token of a known account, and take its new expiry (${generation})`, async () => {
      const shop = await tokenClient(generation, 'UNIQUE_ACCOUNT_IDENTIFIER')
      const first = await shop.made(shop.post(cardBody()))
      const second = await shop.made(shop.post(expiringCard('9', '42')), 200)
      assert.equal(second.token, first.token)
      assert.deepEqual(second.sourceOfFunds.provided.card.expiry, { month: '9', year: '42' })
      // Without an expiry the known one stays.
      const third = await shop.made(
        shop.post({ sourceOfFunds: { type: 'CARD', provided: { card: { number: cards.mastercard } } } }),
        200,
      )
      assert.deepEqual(third.sourceOfFunds.provided.card.expiry, { month: '9', year: '42' })
      const other = await shop.made(shop.post(cardBody(cards.visa)))
      assert.notEqual(other.token, first.token)
    })
  }

  it('refuse an account that another token holds', async () => {
    const supplied = await tokenClient('MERCHANT_SUPPLIED', 'UNIQUE_ACCOUNT_IDENTIFIER')
    await supplied.made(supplied.put('holder', cardBody()))
    assert.deepEqual(refusal(await supplied.put('second', cardBody())), refusalOf(numberField))
    await supplied.made(supplied.put('second', cardBody(cards.visa)))
    assert.deepEqual(refusal(await supplied.put('second', cardBody())), refusalOf(numberField))
    await supplied.made(supplied.put('holder', cardBody()), 200)
    // Once the holder has another account, or is gone, the account is free.
    await supplied.made(supplied.put('holder', cardBody(cards.amex)), 200)
    await supplied.made(supplied.put('second', cardBody()), 200)
    await supplied.remove('second')
    await supplied.made(supplied.put('third', cardBody()))

    const random = await tokenClient('RANDOM', 'UNIQUE_ACCOUNT_IDENTIFIER')
    const one = await random.made(random.post(cardBody()))
    await random.made(random.post(cardBody(cards.visa)))
    assert.deepEqual(refusal(await random.put(one.token, cardBody(cards.visa))), refusalOf(numberField))
  })

  it('distinguish bank accounts of the same number by their banks', async () => {
    const shop = await tokenClient('RANDOM', 'UNIQUE_ACCOUNT_IDENTIFIER')
    const { ach } = sources.ACH.provided
    const first = await shop.made(shop.post({ sourceOfFunds: sources.ACH }))
    const elsewhere = { type: 'ACH', provided: { ach: { ...ach, routingNumber: '021000021' } } }
    assert.notEqual((await shop.made(shop.post({ sourceOfFunds: elsewhere }))).token, first.token)
    assert.equal((await shop.made(shop.post({ sourceOfFunds: sources.ACH }), 200)).token, first.token)
  })

  it('hold when many save the same account at once: one token for all of them', async () => {
    for (const generation of ['RANDOM', 'PRESERVE_6_4'] as const) {
      const shop = await tokenClient(generation, 'UNIQUE_ACCOUNT_IDENTIFIER')
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) => shop.post(cardBody(index % 2 ? cards.visa : cards.mastercard))),
      )
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200, 201]))
      assert.equal(responses.filter(({ status }) => status === 201).length, 2)
      assert.equal(new Set(responses.map(({ body }) => body.token)).size, 2)
    }
  })

  it('hold when many names are given to one account at once: one of them gets it', async () => {
    const shop = await tokenClient('MERCHANT_SUPPLIED', 'UNIQUE_ACCOUNT_IDENTIFIER')
    const responses = await Promise.all(Array.from({ length: 30 }, (_, index) => shop.put(`name${index}`, cardBody())))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    for (const response of responses)
      if (response.status !== 201) assert.deepEqual(refusal(response), refusalOf(numberField), response.text)
    const rows = await gateway.query('select token from tokens where repository_id = $1', [shop.repositoryId])
    assert.equal(rows.length, 1)
  })

  it('hold when many change one token at once: none of the changes is lost half-way', async () => {
    const shop = await tokenClient('MERCHANT_SUPPLIED', 'UNIQUE_ACCOUNT_IDENTIFIER')
    await shop.made(shop.put('busy', cardBody()))
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => shop.put('busy', cardBody(index % 2 ? cards.visa : cards.amex))),
    )
    for (const { status, text } of responses) assert.equal(status, 200, text)
    const rows = await gateway.query('select token from token_accounts where repository_id = $1', [shop.repositoryId])
    assert.equal(rows.length, 1, 'it holds one account')
  })
})
