// The token store on PostgreSQL: what two processes do at once, what rotating keys must not let through, and how rows are
// found.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { KeyedHash } from '../../../src/kernel/keyed-hash.ts'
import { moneyPathSettings, nodeSettings } from '../../../src/payments/postgres/money-statements.ts'
import { defaultBatchSharing } from '../../../src/payments/postgres/transactions.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import type { TokenStore, TokenToStore } from '../../../src/tokens/ports/token-store.ts'
import * as statements from '../../../src/tokens/postgres/token-statements.ts'
import { postgresTokens } from '../../../src/tokens/postgres/tokens.ts'
import { tokenStatementsByRepository } from '../../../src/tokens/postgres/tokens-by-repository.ts'
import { oneServerOnly, withoutCluster } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

let database: string
let money: Database
let tokens: TokenStore
let otherProcess: TokenStore
const onError = (error: Error) => {
  throw error
}
before(async () => {
  database = await createTestDatabase()
  const address = { connectionString: databaseUrl(database) }
  money = openDatabase(address, { poolSize: 6, onError, settings: withoutCluster ? moneyPathSettings : nodeSettings })
  const form = withoutCluster ? statements.sharedTokenStatements(money, money) : tokenStatementsByRepository(money)
  tokens = postgresTokens({ database: money, statements: form }, defaultBatchSharing)
  otherProcess = postgresTokens({ database: money, statements: form }, defaultBatchSharing)
})
after(() => money.end())

const at = new Date('2030-01-02T03:04:05.678Z')
let made = 0
const newName = () => {
  made += 1
  return `token${made}`
}

function card(differences: Partial<TokenToStore> = {}): TokenToStore {
  return {
    repositoryId: 'R',
    homeRepositoryId: 'R',
    token: newName(),
    kind: 'CARD',
    masked: '512345xxxxxx0008',
    details: { brand: 'MASTERCARD', expiry: { month: '9', year: '99' } },
    scheme: 'MASTERCARD',
    expiry: { month: '1', year: '05' },
    account: { keyId: 'k', sealed: Buffer.from([1, 2, 3]) },
    state: { status: 'VALID' },
    updatedBy: 'SHOP',
    updateSource: 'CLIENT',
    updatedAt: at,
    ...differences,
  }
}

const hash = (account: string, keyId = 'key1'): KeyedHash => ({
  keyId,
  hash: createHash('sha256').update(keyId).update(account).digest(),
})
const only = (hashes: readonly KeyedHash[]) => ({ hashes, isOnly: true, isNamedByGateway: false })
const several = (hashes: readonly KeyedHash[]) => ({ hashes, isOnly: false, isNamedByGateway: false })

describe('a stored token', () => {
  it('is read as it was written, the expiry once and in its place', async () => {
    const token = card({
      verificationStrategy: 'BASIC',
      verificationCode: 'BASIC_VERIFICATION_SUCCESSFUL',
      replacementToken: 'other',
      schemeToken: {
        status: 'ACTIVE',
        provider: 'P',
        reference: 'R:1',
        masked: '5x',
        expiry: { month: '2', year: '40' },
        number: { keyId: 's', sealed: Buffer.from([9]) },
        lastUpdated: at,
      },
      schemeDueAt: at,
      maintenanceDueAt: at,
    })
    assert.equal(await tokens.create(token, several([hash('a')])), 'STORED')
    assert.deepEqual(await tokens.find(token), {
      ...token,
      details: { brand: 'MASTERCARD', expiry: { month: '1', year: '05' } },
      revision: 1,
      createdAt: at,
      lastUsedAt: at,
      schemeAttempts: 0,
    })
    const stored = await tokens.findWithAccount(token, [hash('b'), hash('a')])
    assert.equal(stored?.isAccount, true)
    assert.equal((await tokens.findWithAccount(token, [hash('b')]))?.isAccount, false)
    assert.equal(await tokens.find({ ...token, repositoryId: 'S' }), undefined)
  })

  it('keeps its name, and a change based on an older read is refused', async () => {
    const token = card()
    await tokens.create(token, several([hash('c')]))
    assert.equal(await otherProcess.create(token, several([hash('d')])), 'NAME_TAKEN')
    assert.ok(tokens.hasSeenToken(token) && otherProcess.hasSeenToken(token))
    const changed = { ...token, masked: 'x' }
    assert.equal(await otherProcess.update(changed, { revision: 1 }), 'STORED')
    assert.equal(await tokens.update(changed, { revision: 1 }), 'MOVED')
    const stored = await tokens.find(token)
    assert.deepEqual([stored?.revision, stored?.masked], [2, 'x'])
    assert.equal(await tokens.update({ ...changed, token: 'gone' }, { revision: 1 }), 'MOVED')
  })

  it('keeps sealed values when a change does not bring another account or scheme token', async () => {
    const number = { keyId: 's', sealed: Buffer.from([9]) }
    const schemeToken = { status: 'ACTIVE', provider: 'P', reference: 'R:2', number, lastUpdated: at } as const
    const token = card({ schemeToken })
    await tokens.create(token, several([hash('e')]))
    // Meanwhile a rotation has re-encrypted both.
    await money.query(
      "update tokens set account_key_id = 'new', account_sealed = '\\x04', scheme_key_id = 'new' where token = $1",
      [token.token],
    )
    assert.equal(await tokens.update({ ...token, masked: 'y' }, { revision: 1 }), 'STORED')
    const stored = await tokens.find(token)
    assert.deepEqual(stored?.account, { keyId: 'new', sealed: Buffer.from([4]) })
    assert.equal(stored?.schemeToken?.number?.keyId, 'new')
  })

  it('gives up a scheme token that another one replaces, and its own when it is deleted', async () => {
    const scheme = (reference: string) => ({ status: 'PENDING', provider: 'P', reference, lastUpdated: at }) as const
    const token = card({ schemeToken: scheme('R:3') })
    await tokens.create(token, several([hash('f')]))
    const unwanted = async () => {
      const { rows } = await money.query(
        "select reference from scheme_tokens_given_up where repository_id = 'R' order by 1",
      )
      return rows.map(({ reference }) => reference)
    }
    await tokens.update({ ...token, masked: 'z' }, { revision: 1 })
    assert.deepEqual(await unwanted(), [])
    await tokens.update({ ...token, schemeToken: scheme('R:4') }, { revision: 2 })
    assert.deepEqual(await unwanted(), ['R:3'])
    assert.equal(await tokens.delete(token, { isNameRetired: false }), true)
    assert.deepEqual(await unwanted(), ['R:3', 'R:4'])
    assert.equal(await tokens.delete(token, { isNameRetired: false }), false)
    const { rows } = await money.query('select from token_accounts where token = $1', [token.token])
    assert.equal(rows.length, 0)
  })

  it('has a name that the gateway assigns only once', async () => {
    const token = card()
    await tokens.create(token, { ...several([hash('g')]), isNamedByGateway: true })
    await tokens.delete(token, { isNameRetired: true })
    assert.equal(await tokens.create(token, { ...several([hash('g')]), isNamedByGateway: true }), 'NAME_TAKEN')
    assert.equal(await tokens.create(token, several([hash('g')])), 'STORED')
  })
})

describe('an account that may have one token only', () => {
  it('has one, whichever of two processes was first and whatever keys each of them knows', async () => {
    // The steps of a rotation: any two processes are at most one step apart, and share a key.
    const steps: readonly (readonly string[])[] = [['old'], ['old', 'new'], ['new', 'old'], ['new']]
    for (const [index, mine] of steps.entries())
      for (const theirs of steps.slice(Math.max(index - 1, 0), index + 2)) {
        const account = `rotating ${mine} ${theirs}`
        const hashes = (keys: readonly string[]) => keys.map((keyId) => hash(account, keyId))
        const results = await Promise.all([
          tokens.create(card(), only(hashes(mine))),
          otherProcess.create(card(), only(hashes(theirs))),
        ])
        assert.deepEqual(results.toSorted(), ['ACCOUNT_TAKEN', 'STORED'], account)
        const { rows } = await money.query('select from token_accounts where hash = any ($1)', [
          hashes(['old', 'new']).map((each) => each.hash),
        ])
        assert.ok(rows.length <= 2, 'a token that was refused has left nothing behind')
      }
  })

  it('is refused to a second token by a change, and available again when the first has another', async () => {
    const [one, two] = [card(), card()]
    await tokens.create(one, only([hash('h')]))
    await tokens.create(two, only([hash('i')]))
    const claim = (account: string) => ({ hashes: [hash(account)], isOnly: true })
    assert.equal(await tokens.update(two, { revision: 1, account: claim('h') }), 'ACCOUNT_TAKEN')
    assert.equal(await tokens.update(one, { revision: 1, account: claim('j') }), 'STORED')
    assert.equal(await tokens.update(two, { revision: 1, account: claim('h') }), 'STORED')
    assert.equal((await tokens.findHolder('R', [hash('h')]))?.token, two.token)
    assert.equal(await tokens.findHolder('R', [hash('i')]), undefined)
  })

  it('does not deadlock when batches of both processes want the same accounts in other orders', async () => {
    const accounts = Array.from({ length: 40 }, (_, index) => `contended ${index}`)
    const save = (store: TokenStore, names: readonly string[]) =>
      names.map((account) => store.create(card(), only([hash(account)])))
    const results = await Promise.all([...save(tokens, accounts), ...save(otherProcess, accounts.toReversed())])
    assert.equal(results.filter((result) => result === 'STORED').length, accounts.length)
    assert.equal(results.filter((result) => result === 'ACCOUNT_TAKEN').length, accounts.length)
  })

  it('is found by its first token where several are allowed', async () => {
    const later = card({ updatedAt: new Date(at.getTime() + 1) })
    const first = card()
    await tokens.create(later, several([hash('k')]))
    await tokens.create(first, several([hash('k')]))
    assert.equal((await tokens.findHolder('R', [hash('k')]))?.token, first.token)
  })
})

describe('the use of a token', () => {
  it('is visible to this process at once, and written in a batch soon; an earlier use does not overwrite it', async () => {
    const token = card()
    await tokens.create(token, several([hash('l')]))
    const used = new Date(at.getTime() + 60_000)
    tokens.noteUse(token, used)
    tokens.noteUse(token, new Date(at.getTime() + 1))
    assert.deepEqual((await tokens.find(token))?.lastUsedAt, used)
    assert.deepEqual((await otherProcess.find(token))?.lastUsedAt, at)
    await tokens.flushUses()
    const stored = await otherProcess.find(token)
    assert.deepEqual([stored?.lastUsedAt, stored?.revision], [used, 1])
    otherProcess.noteUse(token, at)
    await otherProcess.flushUses()
    assert.deepEqual((await tokens.find(token))?.lastUsedAt, used)
  })
})

describe('the statements about tokens', () => {
  interface PlanNode {
    readonly 'Node Type': string
    readonly 'Relation Name'?: string
    readonly 'Index Name'?: string
    readonly 'Index Cond'?: string
    readonly Plans?: readonly PlanNode[]
  }
  const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  const { createTokens, noteUses, readHolders, readTokens, updateTokens } = statements

  for (const [state, prepare] of [
    ['on tables that are known to be empty', 'truncate tokens, token_accounts; analyze'],
    [
      'on full tables',
      `insert into tokens (repository_id, token, home_repository_id, kind, masked, details, account_key_id, account_sealed,
         status, updated_by, update_source, created_at, updated_at, last_used_at)
       select 'R', 'old' || n, 'R', 'CARD', 'x', '{}', 'k', '\\x00', 'VALID', 'M', 'CLIENT', now(), now(), now()
       from generate_series(1, 20000) n;
       insert into token_accounts select 'R', 'key1', decode(md5(n::text), 'hex'), 'old' || n, false
       from generate_series(1, 20000) n; analyze`,
    ],
  ] as const)
    it(`find every row in an index ${state}`, { skip: oneServerOnly }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl(database), options: moneyPathSettings })
      await client.connect()
      try {
        await client.query(prepare)
        for (const [name, { text }] of Object.entries({
          createTokens,
          noteUses,
          readHolders,
          readTokens,
          updateTokens,
        })) {
          const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
          await client.query(`prepare planned as ${text}`)
          const { rows } = await client.query(
            `explain (format json) execute planned(${Array.from({ length: count }, () => 'null').join()})`,
          )
          await client.query('deallocate planned')
          const reads = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
            (node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable',
          )
          for (const read of reads) {
            assert.match(read['Node Type'], /^Index (Only )?Scan$/, `${name}: ${JSON.stringify(read)}`)
            if (read['Relation Name'] === 'merchants') {
              assert.match(read['Index Cond'] ?? '', /'tokenRepositoryId'::text\) = /, name)
              continue
            }
            assert.match(read['Index Cond'] ?? '', /repository_id = /, name)
            assert.match(read['Index Cond'] ?? '', /(token|hash) = /, `${name}: ${JSON.stringify(read)}`)
          }
        }
      } finally {
        await client.end()
      }
    })
})
