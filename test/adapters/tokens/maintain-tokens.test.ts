// The job that looks stored cards up at the account updater, on PostgreSQL and with the simulated updater.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { tokenAccountSealContext } from '../../../src/keys/ports/seal-context.ts'
import type { TokenRepository } from '../../../src/merchants/rules/token-repository.ts'
import { maintainTokens } from '../../../src/tokens/jobs/maintain-tokens.ts'
import { giveUpSchemeTokens, provisionSchemeTokens } from '../../../src/tokens/jobs/provision-scheme-tokens.ts'
import type { StoredToken } from '../../../src/tokens/ports/token-store.ts'
import { openTokenWorld, type TokenWorld, testNumber } from '../../support/fixtures/token-world.ts'

let world: TokenWorld
before(async () => {
  world = await openTokenWorld()
})
afterEach(() => world.booksAgree())
after(() => world.close())

const fail = (error: unknown) => assert.fail(String(error))
const maintain = () => maintainTokens(world.dependencies, fail)
const replacement = '5111111111111118'

type Stored = Parameters<TokenWorld['storeCard']>[0]

/** A card that is due, in a repository of its own. */
async function dueCard(stored: Stored = {}, settings: Partial<TokenRepository> = {}): Promise<StoredToken> {
  const { id } = await world.newRepository({ hasMaintenance: true, ...settings })
  const maintenanceDueAt = new Date(world.dependencies.clock.now().getTime() - 1_000)
  return world.storeCard({ repositoryId: id, maintenanceDueAt, ...stored })
}

async function daysToWait({ repositoryId, token }: StoredToken): Promise<number | undefined> {
  const [row] = await world.query<{ days: number | null }>(
    `select extract(epoch from maintenance_due_at - now())::float8 / 86400 as days from tokens
     where repository_id = $1 and token = $2`,
    [repositoryId, token],
  )
  return row?.days ?? undefined
}

async function assertInAMonth(token: StoredToken): Promise<void> {
  assert.ok(Math.abs(((await daysToWait(token)) ?? 0) - 30) < 0.01)
}

const numberOf = (token: StoredToken) => world.dependencies.vault.open(token.account, tokenAccountSealContext(token))
const lookUps = () =>
  world.query<{ card: string; said: string }>('select card, said from simulated_account_updater.look_up')

describe('a stored card that is due', () => {
  it('stays unchanged when there is no newer number, and is looked up again in a month', async () => {
    const token = await dueCard({ printed: '5/38' })
    assert.equal(await maintain(), 0)
    assert.equal((await world.get(token)).revision, token.revision)
    await assertInAMonth(token)
    const subject = {
      repositoryId: token.repositoryId,
      token: token.token,
      account: '512345xxxxxx0008',
      purpose: 'ACCOUNT_UPDATER',
    }
    assert.deepEqual(await world.openingsOf(token), [{ actor: 'gateway', merchant_id: 'TESTMERCHANT', subject }])
    assert.deepEqual((await lookUps()).at(-1), { card: '512345xxxxxx0008', said: 'UNCHANGED' })
    const before = (await lookUps()).length
    assert.equal(await maintain(), 0)
    assert.equal((await lookUps()).length, before, 'nothing more is due')
  })

  it('gets its new expiry, and is valid again if its card was closed', async () => {
    const token = await dueCard({
      printed: '2/38',
      state: { status: 'INVALID', reason: 'ACCOUNT_NO_LONGER_VALID' },
    })
    assert.equal(await maintain(), 1)
    const { expiry, state, updateSource, updatedBy } = await world.get(token)
    assert.deepEqual([expiry, state], [{ month: '2', year: '43' }, { status: 'VALID' }])
    assert.deepEqual([updateSource, updatedBy], ['GATEWAY', 'TESTMERCHANT'])
    await assertInAMonth(token)
  })

  it('stays invalid with its new expiry if the payer or the issuer stopped a series of payments', async () => {
    const token = await dueCard({ printed: '2/38', state: { status: 'INVALID', reason: 'RECURRING_STOPPED' } })
    assert.equal(await maintain(), 1)
    const { expiry, state } = await world.get(token)
    assert.deepEqual([expiry?.year, state.status], ['43', 'INVALID'])
  })

  it('is invalid once it is closed, and is not changed a second time', async () => {
    const token = await dueCard({ printed: '4/38' })
    assert.equal(await maintain(), 1)
    const closed = await world.get(token)
    assert.deepEqual(closed.state, { status: 'INVALID', reason: 'ACCOUNT_NO_LONGER_VALID' })
    await assertInAMonth(token)
    assert.equal(await world.dependencies.tokenClaims.makeMaintenanceDue(token.repositoryId), 1)
    assert.equal(await maintain(), 0)
    assert.equal((await world.get(token)).revision, closed.revision)
  })

  it('is asked about again in an hour when the updater is silent', async () => {
    const token = await dueCard({ printed: '6/38' })
    assert.equal(await maintain(), 0)
    assert.ok(Math.abs(((await daysToWait(token)) ?? 0) * 24 - 1) < 0.1)
  })

  it('gets the number that replaced its own', async () => {
    const token = await dueCard({ printed: '3/38' })
    assert.equal(await maintain(), 1)
    const changed = await world.get(token)
    assert.equal(await numberOf(changed), replacement)
    const { masked, expiry, state, replacementToken, updateSource } = changed
    assert.deepEqual([masked, expiry], ['511111xxxxxx1118', { month: '1', year: '39' }])
    assert.deepEqual([state.status, replacementToken, updateSource], ['VALID', undefined, 'GATEWAY'])
    await assertInAMonth(token)
    const hashes = world.dependencies.vault.lookupHashes('ACCOUNT', replacement)
    assert.equal((await world.dependencies.tokens.findHolder(token.repositoryId, hashes))?.token, token.token)
  })

  it('gives its scheme token back with the number, and waits for another', async () => {
    const { id } = await world.newRepository({ hasMaintenance: true, hasSchemeTokens: true })
    const token = await world.storeCard({ repositoryId: id, printed: '3/38', ...world.waiting(id) })
    assert.equal(await provisionSchemeTokens(world.dependencies, fail), 1)
    await world.dependencies.tokenClaims.makeMaintenanceDue(id)
    assert.equal(await maintain(), 1)
    const { schemeToken } = await world.get(token)
    assert.equal(schemeToken?.status, 'PENDING')
    assert.notEqual(schemeToken.reference, token.schemeToken?.reference)
    assert.equal(await giveUpSchemeTokens(world.dependencies, fail), 1)
    assert.equal((await world.entryOf(token.schemeToken?.reference ?? ''))?.status, 'DELETED')
    assert.equal(await provisionSchemeTokens(world.dependencies, fail), 1)
  })
})

describe('under Preserve 6.4, a card with another number', () => {
  const preserve = { generation: 'PRESERVE_6_4', management: 'UNIQUE_ACCOUNT_IDENTIFIER' } as const

  it('that looks different gets a new token, named as the replacement, once', async () => {
    const token = await dueCard({ printed: '3/38', token: '5123458154060008' }, preserve)
    assert.equal(await maintain(), 1)
    const old = await world.get(token)
    assert.equal(await numberOf(old), testNumber)
    assert.deepEqual([old.state.status, old.expiry], ['VALID', { month: '3', year: '38' }])
    const name = old.replacementToken ?? assert.fail('no replacement')
    assert.match(name, /^511111\d{6}1118$/)
    const made = await world.get({ ...token, token: name })
    assert.equal(await numberOf(made), replacement)
    assert.deepEqual([made.state.status, made.expiry], ['VALID', { month: '1', year: '39' }])
    assert.deepEqual([made.replacementToken, made.updateSource], [undefined, 'GATEWAY'])
    await assertInAMonth(old)
    await world.dependencies.tokenClaims.makeMaintenanceDue(token.repositoryId)
    assert.equal(await maintain(), 0)
    assert.equal((await world.get(token)).replacementToken, name)
    await assertInAMonth(token)
  })

  it('that looks the same stays in its token', async () => {
    const token = await dueCard({ printed: '1/38', token: '5123458154060008' }, preserve)
    assert.equal(await maintain(), 1)
    const changed = await world.get(token)
    assert.notEqual(await numberOf(changed), testNumber)
    assert.deepEqual([changed.masked, changed.replacementToken], [token.masked, undefined])
  })

  it('that another token holds already is replaced by that token', async () => {
    const token = await dueCard({ printed: '3/38' }, preserve)
    const holder = await world.storeCard({ repositoryId: token.repositoryId, number: replacement })
    assert.equal(await maintain(), 1)
    assert.equal((await world.get(token)).replacementToken, holder.token)
  })
})

describe('where each account may have one token', () => {
  it('a card whose new number another token holds is left alone', async () => {
    const token = await dueCard({ printed: '3/38' }, { management: 'UNIQUE_ACCOUNT_IDENTIFIER' })
    await world.storeCard({ repositoryId: token.repositoryId, number: replacement })
    assert.equal(await maintain(), 0)
    assert.equal((await world.get(token)).revision, token.revision)
    await assertInAMonth(token)
  })

  it('a card whose new number has no token gets it', async () => {
    const token = await dueCard({ printed: '3/38' }, { management: 'UNIQUE_ACCOUNT_IDENTIFIER' })
    assert.equal(await maintain(), 1)
    assert.equal(await numberOf(await world.get(token)), replacement)
  })
})

describe('the account updater is not called for', () => {
  it('a card in a repository without maintenance', async () => {
    const token = await dueCard({ printed: '4/38' }, { hasMaintenance: false })
    assert.equal(await maintain(), 0)
    assert.deepEqual([(await world.get(token)).state.status, await daysToWait(token)], ['VALID', undefined])
    assert.deepEqual(await world.openingsOf(token), [])
  })

  it('the number of a device', async () => {
    const token = await dueCard({ printed: '4/38', details: { isDeviceNumber: true } })
    assert.equal(await maintain(), 0)
    assert.equal(await daysToWait(token), undefined)
    assert.deepEqual(await world.openingsOf(token), [])
  })

  it('any card where there is no account updater', async () => {
    const token = await dueCard({ printed: '4/38' })
    assert.equal(await maintainTokens({ ...world.dependencies, accountUpdater: undefined }), 0)
    assert.equal((await world.get(token)).state.status, 'VALID')
    assert.equal(await maintain(), 1)
  })
})

it('cards of sub-merchants follow the settings of their aggregator', async () => {
  const { id } = await world.newRepository({ hasMaintenance: true })
  const token = await world.storeCard({ repositoryId: '~sub', homeRepositoryId: id, printed: '4/38' })
  const own = await world.storeCard({ repositoryId: id, printed: '5/38' })
  assert.equal(await maintain(), 0, 'not due yet')
  assert.equal(await world.dependencies.tokenClaims.makeMaintenanceDue(id), 2)
  assert.equal(await maintain(), 1)
  assert.deepEqual([(await world.get(token)).state.status, (await world.get(own)).state.status], ['INVALID', 'VALID'])
})

it('an update of a card that was changed meanwhile is not applied to the new card', async () => {
  const token = await dueCard({ printed: '4/38' })
  const updater = world.dependencies.accountUpdater ?? assert.fail()
  const accountUpdater: typeof updater = {
    async lookUp(question) {
      const said = await updater.lookUp(question)
      await world.dependencies.tokens.update(
        { ...token, expiry: { month: '1', year: '39' } },
        { revision: token.revision },
      )
      return said
    },
  }
  assert.equal(await maintainTokens({ ...world.dependencies, accountUpdater }, fail), 0)
  assert.equal((await world.get(token)).state.status, 'VALID')
})

it('many cards in many repositories that are not due cost nothing', async () => {
  const { id } = await world.newRepository({ hasMaintenance: true })
  await world.storeCard({ repositoryId: id, token: 'template' })
  await world.query(
    `insert into tokens (repository_id, token, home_repository_id, kind, masked, details, account_key_id, account_sealed, status,
       maintenance_due_at, updated_by, update_source, created_at, updated_at, last_used_at)
     select 'many' || n % 5000, 'copy' || n, home_repository_id, kind, masked, details, account_key_id, account_sealed, status,
       now() + interval '1 day' + n * interval '1 second', updated_by, update_source, created_at, updated_at, last_used_at
     from tokens, generate_series(1, 20000) n where repository_id = $1 and token = 'template'`,
    [id],
  )
  await world.query('analyze tokens')
  const plan = await world.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, timing off, costs off) select repository_id from tokens where maintenance_due_at <= now()
     group by repository_id order by min(maintenance_due_at) limit 50`,
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  const [, pages] = /Buffers: shared hit=(\d+)/.exec(text) ?? assert.fail(text)
  assert.ok(Number(pages) < 20, text)
})
