// The operator's commands about token repositories against a database.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../../src/cli/run.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'

let database = ''
let folder = ''
before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-repositories-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const env = () => testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

async function data(...words: readonly string[]) {
  const result = await runCommand(words, env())
  return result.kind === 'DONE' ? JSON.parse(JSON.stringify(result.data)) : assert.fail(JSON.stringify(result))
}

async function shown(...words: readonly string[]): Promise<string> {
  const result = await runCommand(words, env())
  return result.kind === 'DONE' ? result.text : assert.fail(JSON.stringify(result))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runCommand(words, env())
  return result.kind === 'REFUSED' || result.kind === 'MISUSED' ? result.message : assert.fail(JSON.stringify(result))
}

async function storeToken(repositoryId: string, homeId = repositoryId): Promise<void> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  await client.query(
    `insert into tokens (repository_id, token, home_repository_id, kind, masked, details, account_key_id, account_sealed,
       status, updated_by, update_source, created_at, updated_at, last_used_at)
     values ($1, 'one', $2, 'CARD', 'x', '{}', 'k', '\\x00', 'VALID', 'M', 'CLIENT', now(), now(), now())`,
    [repositoryId, homeId],
  )
  await client.end()
}

describe('a token repository', () => {
  it('is created with the given options, shown, listed and changed', async () => {
    const expected = {
      id: 'GROUP 1',
      generation: 'PRESERVE_6_4',
      management: 'UNIQUE_ACCOUNT_IDENTIFIER',
      hasSchemeTokens: true,
      provisioningMode: 'SYNCHRONOUS',
      hasMaintenance: false,
      merchantIds: [],
      hasTokens: false,
    }
    const strategies = ['--generation', 'PRESERVE_6_4', '--management', 'UNIQUE_ACCOUNT_IDENTIFIER']
    const scheme = ['--scheme-tokens', '--provisioning-mode', 'SYNCHRONOUS']
    const made = await data('token-repository', 'create', 'GROUP 1', ...strategies, ...scheme)
    assert.deepEqual(made.tokenRepository, expected)
    assert.deepEqual((await data('token-repository', 'show', 'GROUP 1')).tokenRepository, expected)
    const { tokenRepositories } = await data('token-repository', 'list')
    assert.deepEqual(
      tokenRepositories.find(({ id }: { id: string }) => id === 'GROUP 1'),
      expected,
    )
    const changes = ['--generation', 'RANDOM', '--maintenance', '--no-scheme-tokens']
    const changed = await data('token-repository', 'update', 'GROUP 1', ...changes)
    assert.deepEqual(changed.tokenRepository, {
      ...expected,
      generation: 'RANDOM',
      hasSchemeTokens: false,
      hasMaintenance: true,
    })
    const text = await shown('token-repository', 'show', 'GROUP 1')
    for (const line of [/Generation +RANDOM/, /Scheme tokens +no/, /Maintenance +yes/, /Merchants +none/])
      assert.match(text, line)
    assert.match(await shown('token-repository', 'list'), /^TESTUNIQUE +MERCHANT_SUPPLIED +UNIQUE_ACCOUNT_IDENTIFIER/m)
  })

  it('has a unique id without a reserved prefix', async () => {
    assert.match(await refusal('token-repository', 'create', 'TESTMERCHANT'), /already/)
    assert.match(await refusal('token-repository', 'create', 'TestShop'), /twin/)
    assert.match(await refusal('token-repository', 'create', 'x'.repeat(17)), /1 to 16/)
    assert.match(await refusal('token-repository', 'show', 'NOWHERE'), /Token repository \S+ does not exist/)
    assert.match(
      await refusal('token-repository', 'update', 'NOWHERE', '--maintenance'),
      /Token repository \S+ does not exist/,
    )
    assert.match(await refusal('token-repository', 'update', 'TESTMERCHANT'), /Nothing to change/)
  })

  it('keeps its strategies once it holds tokens, of sub-merchants too; other settings can still change', async () => {
    for (const [id, repositoryId] of [
      ['HOLDING', 'HOLDING'],
      ['AGGREGATING', '~of a sub-merch'],
    ] as const) {
      await data('token-repository', 'create', id)
      await storeToken(repositoryId, id)
      assert.match(await refusal('token-repository', 'update', id, '--generation', 'MERCHANT_SUPPLIED'), /holds tokens/)
      const { tokenRepository } = await data(
        'token-repository',
        'update',
        id,
        '--maintenance',
        '--generation',
        'RANDOM',
      )
      assert.deepEqual([tokenRepository.hasMaintenance, tokenRepository.hasTokens], [true, true])
    }
  })
})

describe('a merchant', () => {
  it('has its own token repository, or shares an existing one', async () => {
    const own = await data('merchant', 'create', 'OWN', '--token-generation', 'MERCHANT_SUPPLIED')
    assert.deepEqual(
      [own.merchant.tokenRepositoryId, own.merchant.tokenRepository.generation],
      ['OWN', 'MERCHANT_SUPPLIED'],
    )
    const sharing = await data('merchant', 'create', 'SHARING', '--token-repository', 'OWN')
    assert.equal(sharing.merchant.tokenRepositoryId, 'OWN')
    assert.deepEqual((await data('token-repository', 'show', 'OWN')).tokenRepository.merchantIds, ['OWN', 'SHARING'])
    assert.match(
      await shown('merchant', 'show', 'SHARING'),
      /Token repository +OWN \(MERCHANT_SUPPLIED, UNIQUE_TOKEN\)/,
    )
    assert.match(
      await refusal('merchant', 'create', 'LOST', '--token-repository', 'NOWHERE'),
      /Token repository \S+ does not exist/,
    )
    const both = ['--token-repository', 'OWN', '--token-generation', 'RANDOM']
    assert.match(await refusal('merchant', 'create', 'LOST', ...both), /--token-repository cannot be combined with/)
    assert.match(await refusal('merchant', 'show', 'LOST'), /Merchant LOST does not exist/)
  })

  it('whose id is not a valid repository id gets one that the gateway assigns', async () => {
    const { merchant } = await data('merchant', 'create', 'A-MERCHANT-WITH-A-LONG-NAME')
    assert.match(merchant.tokenRepositoryId, /^~[\w-]{15}$/)
    assert.match((await data('merchant', 'create', 'TestShop')).merchant.tokenRepositoryId, /^~/)
  })

  it('does not take over a repository that happens to have its name', async () => {
    await data('token-repository', 'create', 'CLASH')
    assert.match(await refusal('merchant', 'create', 'CLASH'), /--token-repository CLASH/)
    await data('merchant', 'create', 'CLASH', '--token-repository', 'CLASH')
  })

  it('changes to another repository, back to its own, and the strategies of that while it is empty', async () => {
    await data('merchant', 'create', 'MOVING')
    await data('token-repository', 'create', 'CLUB', '--management', 'UNIQUE_ACCOUNT_IDENTIFIER')
    const moved = await data('merchant', 'update', 'MOVING', '--token-repository', 'CLUB')
    assert.equal(moved.merchant.tokenRepository.management, 'UNIQUE_ACCOUNT_IDENTIFIER')
    const back = await data('merchant', 'update', 'MOVING', '--token-generation', 'PRESERVE_6_4')
    assert.deepEqual(
      [back.merchant.tokenRepositoryId, back.merchant.tokenRepository.generation],
      ['MOVING', 'PRESERVE_6_4'],
    )
    await storeToken('MOVING')
    assert.match(await refusal('merchant', 'update', 'MOVING', '--token-generation', 'RANDOM'), /holds tokens/)
    const { merchant } = await data('merchant', 'update', 'MOVING', '--name', 'Moving')
    assert.equal(merchant.tokenRepository.generation, 'PRESERVE_6_4')
    await data('merchant', 'create', 'GUEST', '--token-repository', 'MOVING')
    assert.match(await refusal('merchant', 'update', 'MOVING', '--token-management', 'UNIQUE_TOKEN'), /share/)
  })

  it('uses the account updater only when it is enabled, and only then may verify with it', async () => {
    const strategy = ['--verification-strategy', 'ACCOUNT_UPDATER']
    assert.match(await refusal('merchant', 'create', 'UPDATING', ...strategy), /requires --account-updater/)
    const { merchant } = await data('merchant', 'create', 'UPDATING', ...strategy, '--account-updater')
    assert.equal(merchant.usesAccountUpdater, true)
    assert.match(await refusal('merchant', 'update', 'UPDATING', '--no-account-updater'), /requires --account-updater/)
    const changes = ['--no-account-updater', '--verification-strategy', 'NONE']
    assert.equal((await data('merchant', 'update', 'UPDATING', ...changes)).merchant.usesAccountUpdater, false)
    assert.match(
      await refusal('merchant', 'update', 'UPDATING', '--account-updater', '--no-account-updater'),
      /cannot be combined/,
    )
  })
})
