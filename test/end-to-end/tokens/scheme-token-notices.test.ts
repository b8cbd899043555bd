// Notices of the token service and an acquirer, caused by the sandbox's command and by test cards, and their effect for
// merchants: every way in which a token becomes invalid or valid again.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { readTokenServiceNotices } from '../../../src/tokens/jobs/read-token-service-notices.ts'
import { stopRecurring } from '../../../src/tokens/jobs/stop-recurring.ts'
import { withdrawConsent } from '../../../src/tokens/operations/apply-token-event.ts'
import { until } from '../../support/checks/poll.ts'
import type { Body } from '../../support/clients/client.ts'
import {
  assertSchemeBooksAgree,
  type CardKeeper,
  keepCards,
  newTokenName,
  printedCard,
  settleSchemeTokens,
} from '../../support/clients/stored-cards.ts'
import { databaseUrl, testEnvironment, testKey } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let tokens: CardKeeper
let folder = ''
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-scheme-tokens-'))
  tokens = await keepCards(gateway, { repository: { provisioningMode: 'SYNCHRONOUS' } })
})
after(() => rm(folder, { recursive: true, force: true }))

const settings = () => testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

async function command(...words: readonly string[]) {
  const result = await runCommand(words, settings())
  assert.ok(result.kind === 'DONE', JSON.stringify(result))
  return { text: result.text, data: JSON.parse(JSON.stringify(result.data)), isBadNews: result.hasProblems ?? false }
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runCommand(words, settings())
  return result.kind === 'REFUSED' ? result.message : assert.fail(JSON.stringify(result))
}

/** Triggers an event at the token service, and reads its notice at once, as the running gateway does once a second. */
async function happens(token: string, ...options: readonly string[]): Promise<Body> {
  const { data } = await command('sandbox', 'scheme-token', tokens.merchant.id, token, ...options)
  await readTokenServiceNotices(gateway.dependencies)
  await untilHeard(data.noticeId)
  return tokens.get(token)
}

async function untilHeard(noticeId: string): Promise<void> {
  await until(async () => {
    const [notice] = await gateway.query<{ acknowledged_at: Date | null }>(
      'select acknowledged_at from simulated_token_service.notice where notice_id = $1',
      [noticeId],
    )
    return (notice?.acknowledged_at ?? null) !== null
  }, 'the notice was heard')
}

async function assertRefused(token: string): Promise<void> {
  const { status, body } = await tokens.pay(token)
  assert.deepEqual([status, body.result, body.error.cause], [400, 'ERROR', 'INVALID_REQUEST'])
  assert.equal(body.error.field, 'sourceOfFunds.token')
}

async function assertPays(token: string): Promise<void> {
  const { body, text } = await tokens.pay(token)
  assert.equal(body.result, 'SUCCESS', text)
}

const expiryOnly = (month: string, year: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { expiry: { month, year } } } },
})
const anotherCard = { sourceOfFunds: printedCard('1/39', '4508750015741019') }

describe('a notice of the token service', () => {
  it('suspends a scheme token and reactivates it; the token can be used meanwhile', async () => {
    const { token } = await tokens.keep()
    const suspended = await happens(token, '--status', 'SUSPENDED')
    assert.deepEqual([suspended.schemeToken.status, suspended.status], ['SUSPENDED', 'VALID'])
    assert.equal(suspended.usage.lastUpdated.source, 'GATEWAY')
    await assertPays(token)
    const active = await happens(token, '--status', 'ACTIVE', '--expiry', '04/44')
    assert.deepEqual([active.schemeToken.status, active.schemeToken.expiry], ['ACTIVE', { month: '4', year: '44' }])
    await assertSchemeBooksAgree(gateway)
  })

  for (const status of ['SUSPENDED', 'INACTIVE', 'DELETED'] as const) {
    it(`of a number that changed with a scheme token that is ${status} makes the token invalid`, async () => {
      const { token } = await tokens.keep()
      const invalid = await happens(token, '--status', status, '--number-changed')
      assert.deepEqual([invalid.schemeToken.status, invalid.status], [status, 'INVALID'])
      await assertRefused(token)
      const again = await happens(token, '--status', status, '--number-changed')
      assert.deepEqual(again, invalid, 'the same once more changes nothing')
      await assertSchemeBooksAgree(gateway)
    })
  }

  it('of a number that changed leaves the token valid while its scheme token is active', async () => {
    const { token } = await tokens.keep()
    assert.equal((await happens(token, '--status', 'ACTIVE', '--number-changed')).status, 'VALID')
    assert.equal((await happens(token, '--status', 'INACTIVE')).status, 'VALID')
    await assertPays(token)
  })

  it('is fetched by the running gateway', async () => {
    const { token } = await tokens.keep()
    const { data } = await command('sandbox', 'scheme-token', tokens.merchant.id, token, '--status', 'DELETED')
    await untilHeard(data.noticeId)
    assert.equal((await tokens.get(token)).schemeToken.status, 'DELETED')
  })

  it('about an unknown token is acknowledged, and logged', async () => {
    const [notice] = await gateway.query<{ notice_id: string }>(
      `insert into simulated_token_service.notice (reference, status, has_number_changed)
       values ('NOBODY:1', 'DELETED', true) returning notice_id`,
    )
    await untilHeard(notice?.notice_id ?? assert.fail())
    assert.ok(gateway.logLines.some((line) => line.includes('NOBODY:1')))
  })
})

describe('a token that a scheme made invalid', () => {
  const invalidToken = async (): Promise<string> => {
    const { token } = await tokens.keep()
    await happens(token, '--status', 'INACTIVE', '--number-changed')
    return token
  }

  for (const [what, body] of [
    ['the same card', { sourceOfFunds: printedCard('1/39') }],
    ['another card', anotherCard],
    ['another expiry', expiryOnly('2', '40')],
  ] as const) {
    it(`is valid again with ${what}, and has a scheme token again`, async () => {
      const token = await invalidToken()
      const { status, body: saved, text } = await tokens.save(token, body)
      assert.deepEqual([status, saved.status, saved.schemeToken.status], [200, 'VALID', 'ACTIVE'], text)
      await assertPays(token)
      await settleSchemeTokens(gateway)
      await assertSchemeBooksAgree(gateway)
    })
  }

  it('stays invalid when nothing about the card changes', async () => {
    const token = await invalidToken()
    const { body } = await tokens.save(token, expiryOnly('1', '39'))
    assert.equal(body.status, 'INVALID')
    await assertRefused(token)
  })
})

describe('an acquirer that stops recurring payments of a card', () => {
  const recurring = { agreement: { id: 'series', type: 'RECURRING', amountVariability: 'FIXED' } }

  for (const [printed, advice] of [
    ['7/38', '03'],
    ['3/37', '21'],
  ] as const) {
    it(`makes its token invalid by the advice ${advice}, until it holds another card`, async () => {
      const shop = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
      const { token } = await shop.keep(printed)
      const single = await shop.pay(token)
      assert.equal(single.body.result, 'FAILURE')
      assert.equal(
        (await shop.get(token)).status,
        'VALID',
        'a single payment that is declined says nothing of a series',
      )
      const { body, text } = await shop.pay(token, recurring)
      assert.equal(body.result, 'FAILURE', text)
      const invalid = await shop.get(token)
      assert.deepEqual([invalid.status, invalid.usage.lastUpdated.source], ['INVALID', 'GATEWAY'])
      assert.equal((await shop.pay(token)).status, 400)
      for (const same of [{ sourceOfFunds: printedCard('1/40') }, expiryOnly('1', '40')])
        assert.equal((await shop.save(token, same)).body.status, 'INVALID', 'the issuer speaks of the account')
      assert.equal((await shop.save(token, anotherCard)).body.status, 'VALID')
      assert.equal((await shop.pay(token)).body.result, 'SUCCESS')
    })
  }

  it('has its answer recorded although the token cannot be updated just then, and the token is updated later', async (t) => {
    const shop = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
    const { token } = await shop.keep('7/38')
    const broken = t.mock.method(gateway.dependencies.audit, 'append', () => Promise.reject(new Error('not now')))
    const { status, body } = await shop.pay(token, recurring)
    assert.deepEqual([status, body.result], [201, 'FAILURE'])
    assert.equal((await shop.get(token)).status, 'VALID')
    broken.mock.restore()
    await gateway.query('update transactions set stop_recurring_at = now() where stop_recurring_at > now()')
    assert.equal(await stopRecurring(gateway.dependencies), 1)
    assert.equal((await shop.get(token)).status, 'INVALID')
    await gateway.query('update transactions set stop_recurring_at = now() where stop_recurring_at > now()')
    assert.equal(await stopRecurring(gateway.dependencies), 0, 'once')
  })

  it('leaves the token unchanged when it only asks for a later retry', async () => {
    const shop = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
    const { token } = await shop.keep('5/39')
    assert.equal((await shop.pay(token, recurring)).body.result, 'FAILURE')
    assert.equal((await shop.get(token)).status, 'VALID')
  })
})

describe('a payer who withdraws from an agreement', () => {
  it('makes the token invalid that holds it, until it holds another', async () => {
    const shop = await keepCards(gateway)
    const agreement = (id: string) => ({
      sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement: { id } } } },
    })
    const token = newTokenName()
    const saved = await shop.save(token, agreement('B-1'))
    assert.equal(saved.status, 201, saved.text)
    const repositoryId = shop.merchant.tokenRepository.id
    await withdrawConsent({ repositoryId, agreementId: 'B-1' }, gateway.dependencies)
    assert.equal((await shop.get(token)).status, 'INVALID')
    assert.equal((await shop.save(token, agreement('B-1'))).body.status, 'INVALID')
    assert.equal((await shop.save(token, agreement('B-2'))).body.status, 'VALID')
  })
})

describe('the command', () => {
  it('is refused for a token that does not exist', async () => {
    const say = (...words: readonly string[]) => refusal('sandbox', 'scheme-token', ...words, '--status', 'DELETED')
    assert.equal(await say('NOBODY', 'shopper'), 'Merchant NOBODY does not exist.')
    assert.equal(await say(tokens.merchant.id, 'nobody'), `${tokens.merchant.id} has no such token.`)
    const without = await keepCards(gateway, { repository: { hasSchemeTokens: false } })
    const { token } = await without.keep()
    assert.equal(await say(without.merchant.id, token), 'The token has no scheme token.')
  })

  it('accepts statuses and expiries, and nothing else', async () => {
    for (const words of [
      ['--status', 'PENDING'],
      ['--status', 'ACTIVE', '--expiry', '13/39'],
      ['--status', 'ACTIVE', '--expiry', '1/39'],
      [],
    ])
      assert.equal(
        (await runCommand(['sandbox', 'scheme-token', 'SHOP', 'shopper', ...words], settings())).kind,
        'MISUSED',
      )
  })

  it('reaches the tokens of a sub-merchant', async () => {
    const aggregator = await keepCards(gateway, {
      profile: { isAggregator: true },
      repository: { provisioningMode: 'SYNCHRONOUS' },
    })
    const token = newTokenName()
    const subMerchant = { identifier: 'baker' }
    const saved = await aggregator.save(token, { sourceOfFunds: printedCard(), subMerchant })
    assert.equal(saved.status, 201, saved.text)
    const words = ['sandbox', 'scheme-token', aggregator.merchant.id, token, '--status', 'SUSPENDED'] as const
    assert.match(await refusal(...words), /has no such token/)
    await command(...words, '--sub-merchant', 'baker')
    const path = `/token/${token}?subMerchant.identifier=baker`
    await until(
      async () => (await aggregator.ask('GET', path)).body.schemeToken.status === 'SUSPENDED',
      'the gateway has heard of it',
    )
  })

  it('is for the sandbox', async () => {
    const pem = join(folder, 'tls.pem')
    await writeFile(pem, '')
    const result = await runCommand(['sandbox', 'scheme-token', 'SHOP', 'shopper', '--status', 'ACTIVE'], {
      DATABASE_URL: databaseUrl(gateway.database),
      TOLLGATE_MODE: 'production',
      TOLLGATE_DATA_DIR: join(folder, 'production'),
      TOLLGATE_TLS_KEY_FILE: pem,
      TOLLGATE_TLS_CERTIFICATE_FILE: pem,
      TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    })
    assert.ok(result.kind === 'REFUSED' && /in the sandbox only/.test(result.message), JSON.stringify(result))
  })
})

describe('books verify', () => {
  it('compares scheme tokens, and finds every difference', async () => {
    await settleSchemeTokens(gateway)
    const clean = await command('books', 'verify')
    assert.deepEqual([clean.isBadNews, clean.data.differences, clean.data.schemeTokens.differences], [false, 0, []])
    assert.match(clean.text, /^SCHEME TOKENS +TOKEN SERVICE ENTRIES +STILL OPEN +DIFFERENCES$/m)

    const saved = [await tokens.keep(), await tokens.keep(), await tokens.keep(), await tokens.keep('9/39')]
    const references = (await tokens.entries()).slice(-4).map(({ reference }) => reference)
    const change = (text: string, index: number) =>
      gateway.query(`update simulated_token_service.scheme_token set ${text} where reference = $1`, [references[index]])
    await change(`status = 'INACTIVE'`, 0)
    await change(`given_up_at = now(), status = 'DELETED'`, 1)
    await change(`reference = 'STRANGER:1'`, 2)

    const { text, data, isBadNews } = await command('books', 'verify')
    assert.deepEqual([isBadNews, data.differences], [true, 4])
    const found = (data.schemeTokens.differences as readonly Body[]).map(({ kind, token = '' }) => [kind, token])
    assert.deepEqual(found.toSorted(), [
      ['GIVEN_UP', saved[1].token],
      ['MISSING_AT_TOKEN_SERVICE', saved[2].token],
      ['STATUS_DIFFERS', saved[0].token],
      ['UNKNOWN_TO_US', ''],
    ])
    assert.match(text, new RegExp(`^STATUS_DIFFERS +\\S+ +${saved[0].token} +ACTIVE +INACTIVE +${references[0]}$`, 'm'))
    assert.match(text, /^UNKNOWN_TO_US +ACTIVE +STRANGER:1$/m)
    assert.equal((await command('books', 'verify', tokens.merchant.id)).data.schemeTokens, undefined)
  })
})
