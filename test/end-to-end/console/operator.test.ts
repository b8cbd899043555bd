// The console's services for the operator alone: profiles with all they hold, token repositories, rules and cards for all.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { newMerchantProfile } from '../../../src/merchants/rules/new-merchant-profile.ts'
import { apiPath, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser } from '../../support/clients/console.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let operators: ConsoleUser
/** A merchant of this file's own. */
let id: string

before(async () => {
  gateway = await startGateway()
  id = (await boardMerchant(gateway)).id
  operators = await operatorsUser(gateway)
})
after(() => gateway.stop())

function call(method: string, path: string, body?: object) {
  return ask(gateway, { method, path, as: operators, ...(body && { body }) })
}

const save = (body: object) => call('PUT', ofMerchant('/profile', id), body)

async function pay(orderId = newOrderId(), merchant = id) {
  const path = apiPath(`/order/${orderId}/transaction/1`, { merchant })
  const login = `merchant.${merchant}:${testPassword}`
  const { body } = await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body: payBody(), login })
  return { orderId, gatewayCode: body.response?.gatewayCode as string | undefined }
}

/** The newest audit log entries of the operator's user, without views and seals. */
function auditEntries(merchantId: string, count: number) {
  return gateway.query<{ action: string; subject: object }>(
    `select action, subject from audit where merchant_id = $1 and actor = $2
       and action not in ('VIEWED_BY_OPERATOR', 'ACCESS_RIGHTS_SEALED')
     order by at desc, audit_id desc limit $3`,
    [merchantId, operators.actor, count],
  )
}

describe('a profile', () => {
  /** Another value than the initial one for every member; the compiler demands new members here. */
  const other: Required<Omit<MerchantProfile, 'risk' | 'tokenRepositoryId' | 'pageLogo'>> = {
    name: 'Another name',
    isEnabled: false,
    authenticationMethods: ['CERTIFICATE'],
    currencies: ['EUR', 'JPY'],
    operations: ['PAY', 'VERIFY'],
    acquirerLink: {
      adapter: 'simulator',
      acquirerId: 'OTHER_BANK',
      acquirerMerchantId: 'M-1',
      needsPartialAmountFlag: true,
    },
    routes: [
      {
        ...{ linkId: 'simulator', acquirerId: 'OTHER_BANK', acquirerMerchantId: 'M-1', needsPartialAmountFlag: true },
        terminals: ['T-1'],
        conditions: {
          currencies: ['EUR'],
          schemes: ['VISA'],
          sources: ['CARD'],
          cardCountries: ['DEU'],
          bins: ['4111'],
          amount: { currency: 'EUR', from: '1', to: '50' },
          percent: 25,
        },
      },
      { linkId: 'simulator', acquirerMerchantId: 'M-2' },
    ],
    takesPageAmounts: true,
    notificationHosts: ['hooks.shop.example'],
    verificationStrategy: 'ACCOUNT_UPDATER',
    usesAccountUpdater: true,
    isAggregator: true,
    privileges: ['UNMASK'],
    schemes: ['VISA'],
    sources: ['CARD', 'ACH'],
    cardMasking: 'HIDDEN',
    accountNumbersInText: 'MASK',
    categoryCodes: ['5411'],
    pageOrigins: ['https://shop.example'],
    pageColour: '#0a5cff',
    pageFont: 'SERIF',
    providers: [
      { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'A-1' },
      { provider: 'PROVIDER_C', adapter: 'simulated-provider-c', account: 'C-1' },
    ],
    payerAuthentication: 'REQUIRED',
    hasReporting: true,
    velocityLimits: ['DEFAULT', 'ADDRESS:DECLINES:HOUR:30'],
    apiVelocityLimits: ['ACCOUNT:AMOUNT:DAY:1000:EUR'],
    authenticationDeclinePercent: 80,
    requestLimits: ['20:SECOND', '600:MINUTE'],
    // The last: from then on what weakens a control is a request.
    refundsNeedApproval: true,
  }

  it('can be changed in every setting that the operator decides, one by one', async () => {
    const { id: merchantId } = await boardMerchant(gateway)
    const path = ofMerchant('/profile', merchantId)
    await call('PUT', path, { usesAccountUpdater: true })
    for (const [name, value] of Object.entries(other)) {
      const response = await call('PUT', path, { [name]: value })
      assert.equal(response.status, 200, `${name}: ${response.text}`)
      assert.deepEqual(response.body[name], value, name)
    }
    const { body } = await call('GET', ofMerchant('', merchantId))
    for (const [name, value] of Object.entries(other)) assert.deepEqual(body[name], value, name)
    const untouched = Object.keys(newMerchantProfile('', { adapter: '', acquirerId: '' })).filter(
      (name) => !(name in other),
    )
    assert.deepEqual(untouched, ['tokenRepositoryId', 'pageLogo', 'risk'])
  })

  it('has a logo that is set and removed apart from it, and is a picture', async () => {
    const { id: merchantId } = await boardMerchant(gateway)
    const path = ofMerchant('/page-logo', merchantId)
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const set = await call('PUT', path, { content: png.toString('base64') })
    assert.equal(set.status, 200, set.text)
    assert.match(set.body.pageLogo, /^[0-9a-f]{64}$/)
    assert.equal((await call('GET', ofMerchant('', merchantId))).body.pageLogo, set.body.pageLogo)
    for (const [content, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'FIELD_INVALID'],
      [Buffer.concat([png], 40 * 1024 + 1).toString('base64'), 'FIELD_INVALID'],
      ['not base64!', 'FIELD_INVALID'],
      [undefined, 'FIELD_MISSING'],
    ] as const) {
      const refused = await call('PUT', path, { content })
      assert.deepEqual([refused.status, refused.body.code, refused.body.field], [422, code, 'content'], refused.text)
    }
    assert.deepEqual((await call('PUT', ofMerchant('/profile', merchantId), { pageLogo: 'a'.repeat(64) })).status, 422)
    const rows = () => gateway.query('select logo_hash from page_logos where merchant_id = $1', [merchantId])
    assert.equal((await rows()).length, 1)
    const other = await call('PUT', path, { content: Buffer.concat([png, png]).toString('base64') })
    assert.deepEqual((await rows()).length, 2, 'another user may be about to name one that was added a moment ago')
    await gateway.query("update page_logos set created_at = now() - interval '2 minutes' where merchant_id = $1", [
      merchantId,
    ])
    await call('PUT', path, { content: Buffer.concat([png, png]).toString('base64') })
    assert.deepEqual(await rows(), [{ logo_hash: other.body.pageLogo }])
    await gateway.query("update page_logos set created_at = now() - interval '2 minutes' where merchant_id = $1", [
      merchantId,
    ])
    assert.deepEqual((await call('DELETE', path)).body, { pageLogo: 'NONE' })
    assert.deepEqual(await rows(), [])
    assert.equal((await call('PUT', ofMerchant('/page-logo', 'NO_SUCH'), { content: 'aaaa' })).status, 404)
    assert.equal((await call('DELETE', ofMerchant('/page-logo', 'NO_SUCH'))).status, 404)
  })

  it('lists the links and operations that it can name, and accepts no others', async () => {
    const { body: choices } = await call('GET', '/profile-choices')
    assert.deepEqual(choices.acquirerAdapters, ['simulator'])
    assert.deepEqual(choices.newLink, { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1' })
    assert.deepEqual(choices.providerAdapters.PROVIDER_B, ['simulated-provider-b'])
    assert.ok(['ALL', 'PAY', 'CAPTURE'].every((name) => choices.operations.includes(name)))
    const link = { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'A-1' }
    for (const [body, field] of [
      [{ providers: [{ ...link, adapter: 'simulated-provider-b' }] }, 'providers[0].adapter'],
      [{ providers: [{ ...link, provider: 'PROVIDER_D' }] }, 'providers[0].provider'],
      [{ providers: [link, link] }, 'providers'],
      [{ providers: [{ provider: 'PROVIDER_A', adapter: 'simulated-provider-a' }] }, 'providers[0].account'],
      [{ acquirerLink: { adapter: 'nobody' } }, 'acquirerLink.adapter'],
      [{ sources: ['CASH'] }, 'sources[0]'],
      [{ routes: [] }, 'routes'],
      [{ routes: [{ linkId: 'nobody', acquirerMerchantId: 'M-1' }] }, 'routes[0].linkId'],
      [{ routes: [{ linkId: 'simulator' }] }, 'routes[0].acquirerMerchantId'],
      [
        { routes: [{ linkId: 'simulator', acquirerMerchantId: 'M', conditions: { percent: 0 } }] },
        'routes[0].conditions.percent',
      ],
      [
        { routes: [{ linkId: 'simulator', acquirerMerchantId: 'M', conditions: { bins: ['123456789'] } }] },
        'routes[0].conditions.bins[0]',
      ],
      [
        {
          routes: [
            {
              linkId: 'simulator',
              acquirerMerchantId: 'M',
              conditions: { amount: { currency: 'EUR', from: '2', to: '1' } },
            },
          ],
        },
        'routes',
      ],
    ] as const) {
      const response = await save(body)
      assert.deepEqual([response.status, response.body.field], [422, field], response.text)
    }
  })

  it('has ALL alone, and drops providers that are removed', async () => {
    const link = { provider: 'PROVIDER_B', adapter: 'simulated-provider-b', account: 'B-1' }
    assert.deepEqual((await save({ providers: [link] })).body.providers, [link])
    assert.deepEqual((await save({ providers: [], schemes: ['VISA', 'ALL'] })).body.providers, [])
    const [line] = await auditEntries(id, 1)
    assert.deepEqual(line, {
      action: 'MERCHANT_CHANGED',
      subject: { changed: { providers: { before: [link], after: [] } } },
    })
  })
})

describe('token repositories', () => {
  it('are created, shared by a new merchant and an existing one, and changed', async () => {
    const made = await call('POST', '/token-repositories', { repositoryId: 'GROUP', generation: 'PRESERVE_6_4' })
    assert.deepEqual([made.status, made.body.management], [201, 'UNIQUE_TOKEN'], made.text)
    const again = await call('POST', '/token-repositories', { repositoryId: 'GROUP' })
    assert.deepEqual([again.status, again.body.field], [409, 'repositoryId'])
    assert.equal((await call('POST', '/token-repositories', { repositoryId: 'Testing' })).status, 422)

    const body = { merchantId: 'SHARER', tokenRepositoryId: 'GROUP', wantsTwin: false }
    const boarded = await call('POST', '/merchants', body)
    assert.deepEqual([boarded.status, boarded.body.tokenRepository.id], [201, 'GROUP'], boarded.text)
    assert.equal(boarded.body.accountNumbersInText, 'KEEP', 'in a sandbox')
    assert.equal((await save({ tokenRepositoryId: 'GROUP' })).body.tokenRepository.generation, 'PRESERVE_6_4')
    const path = '/token-repositories/GROUP'
    const changed = await call('PUT', path, { hasSchemeTokens: true, provisioningMode: 'SYNCHRONOUS' })
    assert.deepEqual(
      [changed.body.hasSchemeTokens, changed.body.merchantIds.toSorted()],
      [true, [id, 'SHARER'].toSorted()],
    )
    const { body: listed } = await call('GET', '/token-repositories')
    const found = listed.tokenRepositories.find(
      ({ repositoryId }: { repositoryId: string }) => repositoryId === 'GROUP',
    )
    assert.deepEqual(found, changed.body)
    assert.deepEqual(
      (await auditEntries('', 2)).map(({ action }) => action),
      ['TOKEN_REPOSITORY_CHANGED', 'TOKEN_REPOSITORY_CREATED'],
    )
    const own = await save({ tokenGeneration: 'RANDOM', tokenManagement: 'UNIQUE_ACCOUNT_IDENTIFIER' })
    assert.notEqual(own.body.tokenRepository.id, 'GROUP')
    assert.equal(own.body.tokenRepository.management, 'UNIQUE_ACCOUNT_IDENTIFIER')
  })

  it('keep their strategies once they hold tokens, and cannot be named when they do not exist', async () => {
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    const { id: merchantId } = await boardMerchant(gateway)
    const { body: before } = await call('GET', ofMerchant('', merchantId))
    const stored = await send(gateway.listeners.httpUrl ?? '', {
      method: 'POST',
      path: apiPath('/token', { merchant: merchantId }),
      body: { sourceOfFunds: { type: 'CARD', provided: { card } } },
      login: `merchant.${merchantId}:${testPassword}`,
    })
    assert.equal(stored.body.result, 'SUCCESS', stored.text)
    const path = `/token-repositories/${encodeURIComponent(before.tokenRepository.id)}`
    const kept = await call('PUT', path, { generation: 'PRESERVE_6_4' })
    assert.deepEqual([kept.status, kept.body.code], [409, 'HOLDS_TOKENS'], kept.text)
    assert.equal((await call('PUT', path, { hasMaintenance: true })).body.hasMaintenance, true)
    assert.equal((await call('PUT', '/token-repositories/NOWHERE', { hasMaintenance: true })).status, 404)
    const nowhere = await save({ tokenRepositoryId: 'NOWHERE' })
    assert.deepEqual([nowhere.status, nowhere.body.field], [422, 'tokenRepositoryId'])
    const both = await save({ tokenRepositoryId: 'GROUP', tokenGeneration: 'RANDOM' })
    assert.deepEqual([both.status, both.body.field], [422, 'tokenRepositoryId'])
  })
})

describe('operator settings for every merchant', () => {
  it('include a rule that rejects payments of all of them, until it is removed', async () => {
    const added = await call('POST', '/risk/rules', { bin: '512345', action: 'REJECT' })
    assert.deepEqual(added.body.rules.binRanges, [{ from: '512345', to: '512345', action: 'REJECT' }], added.text)
    assert.deepEqual((await call('GET', '/risk/rules')).body.rules, added.body.rules)
    const { body: own } = await call('GET', ofMerchant('/risk/rules', id))
    assert.deepEqual(own.rules.binRanges, [], 'the merchant’s own stay apart')
    const { id: elsewhere } = await boardMerchant(gateway)
    assert.notEqual((await pay(newOrderId(), elsewhere)).gatewayCode, 'APPROVED')
    const removed = await call('POST', '/risk/rules/removal', { bin: '512345' })
    assert.deepEqual(removed.body.rules.binRanges, [])
    assert.equal((await pay(newOrderId(), elsewhere)).gatewayCode, 'APPROVED')
    assert.equal((await call('POST', '/risk/rules/removal', { bin: '512345' })).status, 404)
    assert.deepEqual(
      (await auditEntries('', 3)).map(({ action }) => action),
      ['CONTROLS_WEAKENED', 'RISK_RULES_CHANGED', 'RISK_RULES_CHANGED'],
    )
  })

  it('are stored when two users add rules at once', async () => {
    const countries = ['DEU', 'FRA', 'ITA', 'ESP']
    await Promise.all(countries.map((ipCountry) => call('POST', '/risk/rules', { ipCountry, action: 'REVIEW' })))
    const { body } = await call('GET', '/risk/rules')
    const kept = body.rules.ipCountries.map(({ country }: { country: string }) => country)
    assert.deepEqual(kept.toSorted(), countries.toSorted())
    for (const ipCountry of countries) await call('POST', '/risk/rules/removal', { ipCountry })
  })

  it('include a card that is suspect everywhere, named by a payment of one merchant', async () => {
    const { orderId } = await pay()
    const body = { list: 'SUSPECT', merchantId: id, orderId, transactionId: '1', note: 'Reported stolen' }
    assert.equal((await call('POST', '/risk/cards', { ...body, list: 'TRUSTED' })).body.field, 'list')
    assert.equal((await call('POST', '/risk/cards', { ...body, merchantId: 'NOBODY' })).status, 404)
    const listed = await call('POST', '/risk/cards', body)
    assert.deepEqual(listed.body, { maskedNumber: '512345xxxxxx0008', list: 'SUSPECT', result: 'ADDED' })
    const [look] = await gateway.query<{ subject: object }>(
      `select subject from audit where merchant_id = $1 and action = 'VIEWED_BY_OPERATOR' order by at desc, audit_id desc limit 1`,
      [id],
    )
    assert.deepEqual(look?.subject, { path: '/risk/cards', orderId })
    const { id: elsewhere } = await boardMerchant(gateway)
    assert.notEqual((await pay(newOrderId(), elsewhere)).gatewayCode, 'APPROVED')
    const { body: cards } = await call('GET', '/risk/cards')
    assert.equal(cards.rows[0].note, 'Reported stolen')
    assert.deepEqual((await call('GET', ofMerchant('/risk/cards', id))).body.rows, [], 'on no list of the merchant’s')
    assert.equal((await call('DELETE', `/risk/cards/${cards.rows[0].cardId}`)).status, 204)
    assert.equal((await pay(newOrderId(), elsewhere)).gatewayCode, 'APPROVED')
  })
})
