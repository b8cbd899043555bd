// The account updater over HTTP: what a merchant's programs see when a request asks it, and when the gateway does by itself.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import type { TokenRepository } from '../../../src/merchants/rules/token-repository.ts'
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
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let folder = ''
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-account-updater-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const byUpdater = { verificationStrategy: 'ACCOUNT_UPDATER' }
const preserve = { generation: 'PRESERVE_6_4', management: 'UNIQUE_ACCOUNT_IDENTIFIER' } as const
const replacement = '5111111111111118'
const ofToken = ({ sourceOfFunds }: Body) => {
  const { number, expiry } = sourceOfFunds.provided.card
  return [number, `${expiry.month}/${expiry.year}`]
}

const keep = (repository: Partial<TokenRepository> = {}) =>
  keepCards(gateway, { repository: { hasSchemeTokens: false, ...repository } })

/** Stores a card in a repository that names tokens itself. */
async function post(tokens: CardKeeper, printed: string, differences: object = {}): Promise<Body> {
  const { status, body, text } = await tokens.ask('POST', '/token', {
    sourceOfFunds: printedCard(printed),
    ...differences,
  })
  assert.ok(status === 201 || status === 200, text)
  return body
}

describe('a request that asks the account updater', () => {
  it('stores a card that has no newer number', async () => {
    const tokens = await keep()
    const saved = await tokens.keep('5/38', byUpdater)
    assert.deepEqual([saved.result, saved.response.gatewayCode], ['SUCCESS', 'EXTERNAL_VERIFICATION_SUCCESSFUL'])
    assert.deepEqual(ofToken(saved), ['512345xxxxxx0008', '5/38'])
  })

  it('stores a renewed card with its new expiry', async () => {
    const tokens = await keep()
    const saved = await tokens.keep('2/38', byUpdater)
    assert.deepEqual(ofToken(saved), ['512345xxxxxx0008', '2/43'])
    assert.deepEqual(ofToken(await tokens.get(saved.token)), ['512345xxxxxx0008', '2/43'])
  })

  it('stores the card that replaced another', async () => {
    const tokens = await keep()
    const saved = await tokens.keep('3/38', byUpdater)
    assert.deepEqual(ofToken(saved), ['511111xxxxxx1118', '1/39'])
    const paid = await tokens.pay(saved.token)
    assert.deepEqual([paid.body.result, paid.body.sourceOfFunds.provided.card.number], ['SUCCESS', '511111xxxxxx1118'])
  })

  it('does not store a closed card, and makes the token that holds it invalid', async () => {
    const tokens = await keep()
    const token = newTokenName()
    const closed = { sourceOfFunds: printedCard('4/38'), ...byUpdater }
    const refused = await tokens.save(token, closed)
    assert.deepEqual([refused.status, refused.body.result], [201, 'FAILURE'], refused.text)
    assert.equal((await tokens.ask('GET', `/token/${token}`)).status, 400)
    const stored = await tokens.keep('4/38')
    const again = await tokens.save(stored.token, closed)
    assert.equal(again.body.result, 'FAILURE', again.text)
    assert.equal((await tokens.get(stored.token)).status, 'INVALID')
    assert.equal((await tokens.pay(stored.token)).status, 400)
  })

  it('does not store a card that the updater is silent about', async () => {
    const tokens = await keep()
    const { status, body, text } = await tokens.save(newTokenName(), {
      sourceOfFunds: printedCard('6/38'),
      ...byUpdater,
    })
    assert.deepEqual(
      [status, body.result, body.response?.gatewayCode],
      [201, 'FAILURE', 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'],
      text,
    )
  })

  it('is answered a replacement token under Preserve 6.4, when the new card looks different', async () => {
    const tokens = await keep(preserve)
    const old = await post(tokens, '3/38')
    assert.equal(old.replacementToken, undefined)
    const saved = await post(tokens, '3/38', byUpdater)
    assert.deepEqual([saved.token, saved.status], [old.token, 'VALID'])
    assert.match(saved.replacementToken, /^511111\d{6}1118$/)
    const made = await tokens.get(saved.replacementToken)
    assert.deepEqual([...ofToken(made), made.status], ['511111xxxxxx1118', '1/39', 'VALID'])
    assert.equal((await tokens.get(old.token)).replacementToken, saved.replacementToken)
    assert.equal((await post(tokens, '3/38', byUpdater)).replacementToken, saved.replacementToken, 'one, not two')
    await tokens.remove(old.token)
    assert.equal((await tokens.pay(saved.replacementToken)).body.result, 'SUCCESS')
  })

  it('keeps the token under Preserve 6.4, when the new card looks the same', async () => {
    const tokens = await keep(preserve)
    const saved = await post(tokens, '1/38', byUpdater)
    assert.equal(saved.replacementToken, undefined)
    assert.deepEqual(ofToken(saved), ['512345xxxxxx0008', '1/39'])
    const first = await post(tokens, '1/39')
    assert.notEqual(first.token, saved.token, 'the stored card is another one now')
  })
})

describe('a repository with maintenance', () => {
  /** Makes everything due and waits until the running gateway has looked. */
  async function maintain(tokens: CardKeeper, cards: number): Promise<void> {
    const { id } = tokens.merchant.tokenRepository
    const settings = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') })
    const result = await runCommand(['token', 'maintain', '--repository', id], settings)
    assert.ok(result.kind === 'DONE', JSON.stringify(result))
    assert.deepEqual(result.data, { repositoryId: id, due: cards })
    await until(async () => {
      const [left] = await gateway.query<{ count: number }>(
        `select count(*)::int as count from tokens
         where repository_id = $1 and maintenance_due_at < now() + interval '30 minutes'`,
        [id],
      )
      return left?.count === 0
    }, 'every card was looked up')
  }

  it('has its cards updated by the gateway itself', async () => {
    const tokens = await keep({ hasMaintenance: true })
    const [same, renewed, replaced, closed, silent] = [
      await tokens.keep('5/38'),
      await tokens.keep('2/38'),
      await tokens.keep('3/38'),
      await tokens.keep('4/38'),
      await tokens.keep('6/38'),
    ]
    await maintain(tokens, 5)
    const shown = async ({ token }: Body) => {
      const found = await tokens.get(token)
      return [...ofToken(found), found.status, found.usage.lastUpdated.source]
    }
    assert.deepEqual(await shown(same), ['512345xxxxxx0008', '5/38', 'VALID', 'CLIENT'])
    assert.deepEqual(await shown(renewed), ['512345xxxxxx0008', '2/43', 'VALID', 'GATEWAY'])
    assert.deepEqual(await shown(replaced), ['511111xxxxxx1118', '1/39', 'VALID', 'GATEWAY'])
    assert.deepEqual(await shown(closed), ['512345xxxxxx0008', '4/38', 'INVALID', 'GATEWAY'])
    assert.deepEqual(await shown(silent), ['512345xxxxxx0008', '6/38', 'VALID', 'CLIENT'])
    assert.equal((await tokens.get(closed.token)).usage.lastUpdated.merchantId, tokens.merchant.id)
    assert.equal((await tokens.pay(closed.token)).status, 400)
    const mended = await tokens.save(closed.token, { sourceOfFunds: printedCard('1/39') })
    assert.equal(mended.body.status, 'VALID')
  })

  it('shows a replacement token under Preserve 6.4, with a scheme token of its own', async () => {
    const tokens = await keep({ ...preserve, hasMaintenance: true, hasSchemeTokens: true })
    const { token } = await post(tokens, '3/38', { schemeTokenProvisioningMode: 'SYNCHRONOUS' })
    await maintain(tokens, 1)
    const old = await tokens.get(token)
    assert.match(old.replacementToken, /^511111\d{6}1118$/)
    assert.deepEqual([old.status, old.schemeToken.status], ['VALID', 'ACTIVE'])
    await until(
      async () => (await tokens.get(old.replacementToken)).schemeToken.status === 'ACTIVE',
      'the replacement has its scheme token',
    )
    await tokens.remove(token)
    await settleSchemeTokens(gateway)
    await assertSchemeBooksAgree(gateway)
  })

  it('leaves a card alone whose new number another token holds, where each account may have one', async () => {
    const tokens = await keep({ hasMaintenance: true, management: 'UNIQUE_ACCOUNT_IDENTIFIER' })
    const { token } = await tokens.keep('3/38')
    await tokens.save(newTokenName(), { sourceOfFunds: printedCard('5/38', replacement) })
    await maintain(tokens, 2)
    assert.deepEqual(ofToken(await tokens.get(token)), ['512345xxxxxx0008', '3/38'])
  })

  it('is required for the operator to look up cards', async () => {
    const settings = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') })
    const { merchant } = await keep()
    const { id } = merchant.tokenRepository
    const without = await runCommand(['token', 'maintain', '--repository', id], settings)
    assert.equal(
      without.kind === 'REFUSED' && without.message,
      `Maintenance is not enabled for token repository ${id}.`,
    )
    const unknown = await runCommand(['token', 'maintain', '--repository', 'nobody'], settings)
    assert.equal(unknown.kind === 'REFUSED' && unknown.message, 'Token repository nobody does not exist.')
  })
})
