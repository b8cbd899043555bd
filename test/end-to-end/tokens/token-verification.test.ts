// Details are verified before they are stored, by each of the four strategies, and the result is returned.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type Body, cardSource } from '../../support/clients/client.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, cards, openTokenKeeper, sources, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: TokenKeeper
before(async () => {
  gateway = await sharedGateway()
  shop = await openTokenKeeper(gateway, { repository: { generation: 'MERCHANT_SUPPLIED' } })
})

let names = 0
const newName = () => {
  names += 1
  return `name${names}`
}

const verified = (verificationStrategy: string, sourceOfFunds: object = cardSource(), differences: object = {}) => ({
  sourceOfFunds,
  verificationStrategy,
  ...differences,
})
const inDollars = { transaction: { currency: 'USD' } }
const byAcquirer = (sourceOfFunds?: object, differences: object = {}) =>
  verified('ACQUIRER', sourceOfFunds, { ...inDollars, ...differences })
const expiring = (printed: string, differences: object = {}) => {
  const [month, year] = printed.split('/')
  return cardSource({ expiry: { month, year }, ...differences })
}
const outcome = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.result,
  body.response?.gatewayCode,
  body.status,
  body.token !== undefined,
]
const asked = async (strategy = 'simulated_acquirer.book') => {
  const [row] = await gateway.query<{ count: number }>(`select count(*)::int as count from ${strategy}`)
  return row?.count ?? 0
}

describe('no verification', () => {
  it('stores what was sent, and says so', async () => {
    const response = await shop.put(newName(), verified('NONE'))
    assert.deepEqual(outcome(response), [201, 'SUCCESS', 'NO_VERIFICATION_PERFORMED', 'VALID', true])
    assert.equal(response.body.verificationStrategy, 'NONE')
  })
})

describe('the basic verification', () => {
  const code = 'BASIC_VERIFICATION_SUCCESSFUL'

  it('accepts a card of a known range with its expiry, and accounts whose format was checked', async () => {
    assert.deepEqual(outcome(await shop.put(newName(), verified('BASIC'))), [201, 'SUCCESS', code, 'VALID', true])
    for (const source of Object.values(sources))
      assert.deepEqual(outcome(await shop.put(newName(), verified('BASIC', source))).slice(0, 3), [
        201,
        'SUCCESS',
        code,
      ])
  })

  it('requires the expiry, also when the profile requests the verification', async () => {
    const missing = refusalOf('sourceOfFunds.provided.card.expiry.month', 'MISSING')
    const { number } = { number: cards.visa }
    const unexpiring = { sourceOfFunds: { type: 'CARD', provided: { card: { number } } } }
    assert.deepEqual(refusal(await shop.put(newName(), { ...unexpiring, verificationStrategy: 'BASIC' })), missing)
    const basic = await openTokenKeeper(gateway, { profile: { verificationStrategy: 'BASIC' } })
    assert.deepEqual(refusal(await basic.post(unexpiring)), missing)
    const made = await basic.made(basic.post(cardBody()))
    assert.deepEqual([made.response.gatewayCode, made.verificationStrategy], [code, 'BASIC'])
    // A request may ask for less, and what is stored already counts for a change of something else.
    await basic.made(basic.post({ ...unexpiring, verificationStrategy: 'NONE' }))
    assert.equal((await basic.made(basic.put(made.token, {}), 200)).response.gatewayCode, code)
  })

  it('refuses a number of no known range', async () => {
    const unknown = cardSource({ number: '9111111111111111' })
    assert.deepEqual(
      refusal(await shop.put(newName(), verified('BASIC', unknown))),
      refusalOf('sourceOfFunds.provided.card.number'),
    )
    await shop.made(shop.put(newName(), verified('NONE', unknown)))
  })
})

describe("the acquirer's verification", () => {
  it('needs a currency, at either place, that the merchant may use', async () => {
    assert.deepEqual(
      refusal(await shop.put(newName(), verified('ACQUIRER'))),
      refusalOf('transaction.currency', 'MISSING'),
    )
    const local = await openTokenKeeper(gateway, { profile: { currencies: ['USD', 'EUR'] } })
    for (const [place, currency] of [
      ['transaction', 'BRL'],
      ['order', 'BRL'],
    ] as const)
      assert.deepEqual(
        refusal(await local.post(verified('ACQUIRER', undefined, { [place]: { currency } }))),
        refusalOf(`${place}.currency`),
      )
    await shop.made(shop.put(newName(), verified('ACQUIRER', undefined, { order: { currency: 'EUR' } })))
    const needy = await openTokenKeeper(gateway, { profile: { verificationStrategy: 'ACQUIRER' } })
    assert.deepEqual(refusal(await needy.post(cardBody())), refusalOf('transaction.currency', 'MISSING'))
  })

  const codes = {
    '1/39': 'EXTERNAL_VERIFICATION_SUCCESSFUL',
    '12/39': 'EXTERNAL_VERIFICATION_SUCCESSFUL',
    '5/39': 'EXTERNAL_VERIFICATION_DECLINED',
    '9/39': 'EXTERNAL_VERIFICATION_DECLINED',
    '3/39': 'EXTERNAL_VERIFICATION_DECLINED_INVALID_CSC',
    '2/38': 'EXTERNAL_VERIFICATION_DECLINED_INVALID_CSC',
    '4/27': 'EXTERNAL_VERIFICATION_DECLINED_EXPIRED_CARD',
    '10/38': 'EXTERNAL_VERIFICATION_DECLINED_AUTHENTICATION_REQUIRED',
    '1/37': 'EXTERNAL_VERIFICATION_PROCESSING_ERROR',
    '8/28': 'EXTERNAL_VERIFICATION_PROCESSING_ERROR',
    '5/37': 'EXTERNAL_VERIFICATION_PROCESSING_ERROR',
  } as const
  for (const [printed, code] of Object.entries(codes)) {
    const isStored = code === 'EXTERNAL_VERIFICATION_SUCCESSFUL'
    it(`is ${code} for a card that expires ${printed}, which is ${isStored ? '' : 'not '}stored`, async () => {
      const name = newName()
      const response = await shop.put(name, byAcquirer(expiring(printed)))
      const expected = isStored ? ['SUCCESS', code, 'VALID', true] : ['FAILURE', code, 'INVALID', false]
      assert.deepEqual(outcome(response), [201, ...expected], response.text)
      assert.equal((await shop.get(name)).status, isStored ? 200 : 400)
    })
  }

  it('calls the acquirer once, in the currency, with the security code and the address, and stores none of them', async () => {
    const before = await asked()
    const billing = { address: { street: 'November St', city: 'Springfield', country: 'USA' } }
    await shop.made(shop.put(newName(), byAcquirer(cardSource({ securityCode: '102' }), { billing })))
    assert.equal(await asked(), before + 1)
    const [line] = await gateway.query<Body>(
      'select kind, currency, card, amount_minor from simulated_acquirer.book order by written_at desc limit 1',
    )
    assert.deepEqual(line, { kind: 'VERIFY', currency: 'USD', card: '512345xxxxxx0008', amount_minor: null })
    const [order] = await gateway.query<{ count: number }>(
      'select count(*)::int as count from orders where merchant_id = $1',
      [shop.merchant],
    )
    assert.equal(order?.count, 0, 'a verification of details to store is no order')
  })

  it('is not used for types that the acquirer cannot verify', async () => {
    for (const source of [sources.DIRECT_DEBIT_CANADA, sources.PROVIDER_A]) {
      const before = await asked()
      const response = await shop.put(newName(), byAcquirer(source))
      assert.deepEqual(outcome(response).slice(0, 3), [201, 'SUCCESS', 'NO_VERIFICATION_PERFORMED'])
      assert.equal(await asked(), before)
    }
    for (const source of [sources.ACH, sources.GIFT_CARD])
      assert.deepEqual(outcome(await shop.put(newName(), byAcquirer(source))).slice(0, 3), [
        201,
        'SUCCESS',
        'EXTERNAL_VERIFICATION_SUCCESSFUL',
      ])
  })

  it('is blocked by the risk rules before the acquirer is called', async () => {
    const binRanges = [{ from: '512345', to: '512345', action: 'REJECT' }] as const
    const wary = await openTokenKeeper(gateway, { profile: { risk: { ...noRiskRules, binRanges } } })
    const before = await asked()
    const response = await wary.post(byAcquirer())
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_BLOCKED', 'INVALID', false])
    assert.equal(await asked(), before)
  })

  it('leaves an existing token unchanged when it declines', async () => {
    const name = newName()
    const made = await shop.made(shop.put(name, byAcquirer()))
    const response = await shop.put(name, byAcquirer(expiring('5/39', { number: cards.visa })))
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_DECLINED', 'VALID', true])
    assert.deepEqual((await shop.get(name)).body, made)
  })

  it('opens the stored card, with an audit entry, when only its expiry is sent', async () => {
    const name = newName()
    await shop.made(shop.put(name, cardBody()))
    const change = (month: string, year: string) => ({
      sourceOfFunds: { provided: { card: { expiry: { month, year } } } },
      verificationStrategy: 'ACQUIRER',
      ...inDollars,
    })
    assert.equal((await shop.put(name, change('5', '39'))).body.response.gatewayCode, 'EXTERNAL_VERIFICATION_DECLINED')
    await shop.made(shop.put(name, change('12', '45')), 200)
    const lines = await gateway.query<{ subject: Body }>(
      `select subject from audit where action = 'ACCOUNT_OPENED' and subject ->> 'token' = $1`,
      [name],
    )
    assert.equal(lines.length, 2)
    const { repositoryId, account, purpose } = lines[0]?.subject ?? {}
    assert.deepEqual([repositoryId, account, purpose], [shop.repositoryId, '512345xxxxxx0008', 'TOKEN'])
  })
})

describe("the account updater's verification", () => {
  const looked = (printed: string, differences: object = {}) =>
    verified('ACCOUNT_UPDATER', expiring(printed, differences))
  const successful = 'EXTERNAL_VERIFICATION_SUCCESSFUL'

  it('is for merchants that use it, and for cards', async () => {
    const without = await openTokenKeeper(gateway, { profile: { usesAccountUpdater: false } })
    assert.deepEqual(refusal(await without.post(verified('ACCOUNT_UPDATER'))), refusalOf('verificationStrategy'))
    const response = await shop.put(newName(), verified('ACCOUNT_UPDATER', sources.ACH))
    assert.deepEqual(outcome(response).slice(0, 3), [201, 'SUCCESS', 'NO_VERIFICATION_PERFORMED'])
  })

  it('stores an unchanged card as it was sent, and a renewed one with its new expiry', async () => {
    const unchanged = await shop.put(newName(), looked('5/38'))
    assert.deepEqual(outcome(unchanged), [201, 'SUCCESS', successful, 'VALID', true])
    const renewed = await shop.put(newName(), looked('2/38'))
    assert.deepEqual(outcome(renewed), [201, 'SUCCESS', successful, 'VALID', true])
    assert.deepEqual(renewed.body.sourceOfFunds.provided.card.expiry, { month: '2', year: '43' })
    assert.equal((await shop.get(renewed.body.token)).body.sourceOfFunds.provided.card.expiry.year, '43')
  })

  it('does not store a closed card, nor one that could not be checked', async () => {
    const closed = await shop.put(newName(), looked('4/38'))
    assert.deepEqual(outcome(closed), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_DECLINED', 'INVALID', false])
    const silent = await shop.put(newName(), looked('6/38'))
    assert.deepEqual(outcome(silent), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_PROCESSING_ERROR', 'INVALID', false])
  })

  it('makes the token that holds a closed card invalid, and only that', async () => {
    const [holding, other] = [newName(), newName()]
    await shop.made(shop.put(holding, verified('NONE', expiring('4/38'))))
    await shop.made(shop.put(other, verified('NONE', expiring('4/38'))))
    // Nothing but the question is sent: what is stored is looked up.
    const response = await shop.put(holding, { verificationStrategy: 'ACCOUNT_UPDATER' })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_DECLINED', 'INVALID', true])
    assert.equal(response.body.usage.lastUpdated.source, 'GATEWAY')
    assert.equal((await shop.get(holding)).body.status, 'INVALID')
    const elsewhere = await shop.put(other, looked('4/38', { number: cards.visa }))
    assert.deepEqual(outcome(elsewhere), [201, 'FAILURE', 'EXTERNAL_VERIFICATION_DECLINED', 'VALID', true])
  })

  it('stores the new number of a replaced card for a new token', async () => {
    const made = await shop.made(shop.put(newName(), looked('3/38')))
    assert.deepEqual(
      [made.sourceOfFunds.provided.card.number, made.sourceOfFunds.provided.card.expiry, made.replacementToken],
      ['511111xxxxxx1118', { month: '1', year: '39' }, undefined],
    )
  })

  it('changes a known token to the new number, where its name shows no digits', async () => {
    const name = newName()
    await shop.made(shop.put(name, verified('NONE', expiring('3/38'))))
    const changed = await shop.made(shop.put(name, { verificationStrategy: 'ACCOUNT_UPDATER' }), 200)
    assert.deepEqual([changed.token, changed.sourceOfFunds.provided.card.number], [name, '511111xxxxxx1118'])
    assert.deepEqual((await shop.get(name)).body.sourceOfFunds, changed.sourceOfFunds)
  })

  for (const management of ['UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER'] as const) {
    it(`names a replacement under Preserve 6.4, once (${management})`, async () => {
      const preserving = await openTokenKeeper(gateway, { repository: { generation: 'PRESERVE_6_4', management } })
      const { token } = await preserving.made(preserving.post(verified('NONE', expiring('3/38'))))
      const changed = await preserving.made(preserving.put(token, { verificationStrategy: 'ACCOUNT_UPDATER' }), 200)
      assert.equal(changed.token, token)
      assert.equal(changed.status, 'VALID')
      assert.equal(changed.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      assert.match(changed.replacementToken, /^511111\d{6}1118$/)
      const { body } = await preserving.get(changed.replacementToken)
      assert.deepEqual(
        [body.status, body.sourceOfFunds.provided.card.number, body.sourceOfFunds.provided.card.expiry],
        ['VALID', '511111xxxxxx1118', { month: '1', year: '39' }],
      )
      const again = await preserving.made(preserving.put(token, looked('3/38')), 200)
      assert.equal(again.replacementToken, changed.replacementToken)
      assert.equal((await preserving.search({})).body.token.length, 2)
      assert.equal((await preserving.get(token)).body.replacementToken, changed.replacementToken)
    })
  }

  it('changes a token under Preserve 6.4 whose digits stay the same', async () => {
    const preserving = await openTokenKeeper(gateway, { repository: { generation: 'PRESERVE_6_4' } })
    const { token } = await preserving.made(preserving.post(verified('NONE', expiring('1/38'))))
    const changed = await preserving.made(preserving.put(token, { verificationStrategy: 'ACCOUNT_UPDATER' }), 200)
    assert.deepEqual([changed.token, changed.replacementToken], [token, undefined])
    // The old number is another account now.
    assert.equal(refusal(await preserving.put(token, cardBody()))[2], 'sourceOfFunds.provided.card.number')
  })

  it('leaves a token unchanged whose new number another token holds', async () => {
    const unique = await openTokenKeeper(gateway, { repository: { management: 'UNIQUE_ACCOUNT_IDENTIFIER' } })
    await unique.made(unique.post(cardBody('5111111111111118')))
    const { token } = await unique.made(unique.post(verified('NONE', expiring('3/38'))))
    const left = await unique.made(unique.put(token, { verificationStrategy: 'ACCOUNT_UPDATER' }), 200)
    assert.equal(left.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
  })
})
