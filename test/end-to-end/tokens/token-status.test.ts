// What makes a token invalid, what makes it valid again, and when it was last used.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { applyNoticeToToken, withdrawConsent } from '../../../src/tokens/operations/apply-token-event.ts'
import type { TokenNotice } from '../../../src/tokens/rules/token-status.ts'
import { payBody } from '../../support/clients/client.ts'
import { openShop, refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, cards, openTokenKeeper, sources, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: TokenKeeper
before(async () => {
  gateway = await sharedGateway()
  shop = await openTokenKeeper(gateway, { repository: { generation: 'MERCHANT_SUPPLIED' } })
})

const notices = {
  SCHEME_TOKEN_INACTIVE: { kind: 'SCHEME_TOKEN_CHANGED', hasNumberChanged: true, isActive: false },
  ACCOUNT_NO_LONGER_VALID: {
    kind: 'ACCOUNT_UPDATER_ANSWERED',
    usesAccountUpdater: true,
    isNoLongerValid: true,
    isStoredAccount: true,
  },
  RECURRING_STOPPED: { kind: 'PAYMENT_ANSWERED', isRecurring: true, stopsRecurring: true, isStoredAccount: true },
} as const satisfies Record<string, TokenNotice>

const saves = {
  'the same card with its expiry': cardBody(),
  'another expiry alone': { sourceOfFunds: { provided: { card: { expiry: { month: '11', year: '44' } } } } },
  'another card with its expiry': cardBody(cards.visa),
  'another card without its expiry': { sourceOfFunds: { type: 'CARD', provided: { card: { number: cards.visa } } } },
  'the stored expiry alone': { sourceOfFunds: { provided: { card: { expiry: { month: '1', year: '39' } } } } },
  nothing: {},
} as const

const mends: Readonly<Record<keyof typeof notices, readonly (keyof typeof saves)[]>> = {
  SCHEME_TOKEN_INACTIVE: ['the same card with its expiry', 'another expiry alone', 'another card with its expiry'],
  ACCOUNT_NO_LONGER_VALID: ['the same card with its expiry', 'another expiry alone', 'another card with its expiry'],
  RECURRING_STOPPED: ['another card with its expiry'],
}

let names = 0
async function invalid(reason: keyof typeof notices): Promise<string> {
  names += 1
  const token = `card${names}`
  await shop.made(shop.put(token, cardBody()))
  const stored = await applyNoticeToToken(
    { repositoryId: shop.repositoryId, token },
    notices[reason],
    gateway.dependencies,
  )
  assert.deepEqual(stored?.state, { status: 'INVALID', reason })
  return token
}

describe('an invalid token', () => {
  it('shows why it is invalid, is retrieved, and is refused wherever it would be used', async () => {
    const token = await invalid('RECURRING_STOPPED')
    const { body } = await shop.get(token)
    assert.deepEqual([body.status, body.usage.lastUpdated.source], ['INVALID', 'GATEWAY'])
    const paid = await openShop(gateway, shop.merchant).put(payBody({ sourceOfFunds: { token } }))
    assert.deepEqual(refusal(paid), refusalOf('sourceOfFunds.token'))
  })

  for (const reason of Object.keys(notices) as (keyof typeof notices)[])
    for (const [what, body] of Object.entries(saves)) {
      const isMended = mends[reason].some((each) => each === what)
      it(`stays ${isMended ? 'invalid no longer' : 'invalid'} after ${reason} when ${what} is saved`, async () => {
        const token = await invalid(reason)
        const saved = await shop.made(shop.put(token, body), 200)
        assert.equal(saved.status, isMended ? 'VALID' : 'INVALID')
        assert.equal((await shop.get(token)).body.status, saved.status)
      })
    }

  it('is made valid by saving its account again where an account has one token', async () => {
    const unique = await openTokenKeeper(gateway, { repository: { management: 'UNIQUE_ACCOUNT_IDENTIFIER' } })
    const { token } = await unique.made(unique.post(cardBody()))
    const name = { repositoryId: unique.repositoryId, token }
    await applyNoticeToToken(name, notices.ACCOUNT_NO_LONGER_VALID, gateway.dependencies)
    assert.equal((await unique.made(unique.post(cardBody()), 200)).status, 'VALID')
  })
})

describe('a notice', () => {
  it('about another subject, or about no token, changes nothing', async () => {
    await shop.made(shop.put('calm', cardBody()))
    const name = { repositoryId: shop.repositoryId, token: 'calm' }
    const before = (await shop.get('calm')).body
    const harmless = { ...notices.RECURRING_STOPPED, isRecurring: false }
    assert.equal((await applyNoticeToToken(name, harmless, gateway.dependencies))?.revision, 1)
    assert.deepEqual((await shop.get('calm')).body, before)
    const unknown = { ...name, token: 'nobody' }
    assert.equal(await applyNoticeToToken(unknown, notices.RECURRING_STOPPED, gateway.dependencies), undefined)
  })

  it('is processed again when the token changes meanwhile', async () => {
    await shop.made(shop.put('racing', cardBody()))
    let calls = 0
    const stored = await applyNoticeToToken(
      { repositoryId: shop.repositoryId, token: 'racing' },
      async ({ revision }) => {
        calls += 1
        // Another request saves another card at this very moment, the first time.
        if (calls === 1) await shop.made(shop.put('racing', cardBody(cards.visa)), 200)
        return { ...notices.RECURRING_STOPPED, isStoredAccount: revision === 1 }
      },
      gateway.dependencies,
    )
    assert.deepEqual([calls, stored?.state.status], [2, 'VALID'])
  })

  it('that a payer has withdrawn reaches every token of the agreement, and none of a card', async () => {
    for (const token of ['agreed1', 'agreed2']) await shop.made(shop.put(token, { sourceOfFunds: sources.PROVIDER_A }))
    const other = { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id: 'B-9' } } } }
    await shop.made(shop.put('agreed3', { sourceOfFunds: other }))
    const changed = await withdrawConsent(
      { repositoryId: shop.repositoryId, agreementId: 'B-1234' },
      gateway.dependencies,
    )
    assert.deepEqual(
      changed.map(({ token, state }) => [token, state.status]),
      [
        ['agreed1', 'INVALID'],
        ['agreed2', 'INVALID'],
      ],
    )
    assert.equal((await shop.get('agreed3')).body.status, 'VALID')
    assert.equal((await shop.made(shop.put('agreed1', { sourceOfFunds: sources.PROVIDER_A }), 200)).status, 'INVALID')
    assert.equal((await shop.made(shop.put('agreed1', { sourceOfFunds: other }), 200)).status, 'VALID')
  })
})

describe('the time of last use', () => {
  it('changes with every save, not with actions of the gateway', async () => {
    const saved = await shop.made(shop.put('used', cardBody()))
    const again = await shop.made(shop.put('used', {}), 200)
    assert.ok(again.usage.lastUsedTime > saved.usage.lastUsedTime)
    await applyNoticeToToken(
      { repositoryId: shop.repositoryId, token: 'used' },
      notices.RECURRING_STOPPED,
      gateway.dependencies,
    )
    const { usage } = (await shop.get('used')).body
    assert.equal(usage.lastUsedTime, again.usage.lastUsedTime)
    assert.ok(usage.lastUpdated.time > again.usage.lastUpdated.time)
  })
})
