// The gateway's ports on a database of their own, without a server and without jobs that run by themselves: tests run them.
import assert from 'node:assert/strict'
import pg from 'pg'
import { composeAdministration, composeOperations, openInstallation } from '../../src/compose.ts'
import { cardKindOf } from '../../src/domain/card.ts'
import { Secret } from '../../src/domain/secret.ts'
import { newRepository, type TokenRepository } from '../../src/domain/token-repository.ts'
import { verifySchemeTokens } from '../../src/operations/verify-scheme-tokens.ts'
import { placeOfTokenAccount } from '../../src/ports/sealed-places.ts'
import type { StoredSchemeToken, StoredToken, TokenName, TokenToStore } from '../../src/ports/token-store.ts'
import { createTestDatabase, databaseUrl, silentLog, testConfig } from './database.ts'
import { by } from './merchants.ts'

export const testNumber = '5123450000000008'

interface CardToStore extends Partial<TokenToStore> {
  readonly number?: string
  /** As printed: month/year. */
  readonly printed?: string
}

export type TokenWorld = Awaited<ReturnType<typeof openTokenWorld>>

export async function openTokenWorld() {
  const name = await createTestDatabase()
  const config = testConfig(name)
  const installation = await openInstallation(config, silentLog())
  const administration = await composeAdministration(config, installation)
  const { ports, tokenService } = await composeOperations(config, installation, administration)
  assert.ok(tokenService)
  const reader = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  let made = 0

  const query = async <R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> =>
    (await reader.query<R>(text, [...values])).rows

  const get = async ({ repositoryId, token }: TokenName): Promise<StoredToken> =>
    (await ports.tokens.find({ repositoryId, token })) ?? assert.fail(`no token ${token}`)

  return {
    ports,
    tokenService,
    query,
    get,

    /** A repository that nothing is in yet. */
    async newRepository(differences: Partial<TokenRepository> = {}): Promise<TokenRepository> {
      made += 1
      const repository = newRepository(`R${made}`, differences)
      assert.ok(await administration.tokenRepositories.create(repository, by()))
      return repository
    },

    /** A card in a token, stored as the story does it. */
    async storeCard({ number = testNumber, printed = '1/39', ...differences }: CardToStore = {}): Promise<StoredToken> {
      made += 1
      const [month = '', year = ''] = printed.split('/')
      const { repositoryId = 'TESTMERCHANT', token = `token${made}` } = differences
      const at = ports.clock.now()
      const toStore: TokenToStore = {
        repositoryId,
        token,
        homeRepositoryId: repositoryId,
        kind: 'CARD',
        masked: new Secret('ACCOUNT', number).masked,
        details: { expiry: { month, year } },
        scheme: cardKindOf(number).scheme,
        expiry: { month, year },
        account: ports.vault.seal(number, placeOfTokenAccount({ repositoryId, token })),
        state: { status: 'VALID' },
        updatedBy: 'TESTMERCHANT',
        updateSource: 'CLIENT',
        updatedAt: at,
        ...differences,
      }
      const hashes = ports.vault.hashesToWrite('ACCOUNT', number)
      const claim = { hashes, isOnly: false, isNamedByGateway: false }
      assert.equal(await ports.tokens.create(toStore, claim), 'STORED')
      return get(toStore)
    },

    /** A scheme token that the token service was not asked for yet, due at once. */
    waiting(repositoryId = 'TESTMERCHANT'): { schemeToken: StoredSchemeToken; schemeDueAt: Date } {
      made += 1
      const at = new Date(ports.clock.now().getTime() - 1_000)
      const reference = `${repositoryId}:reference-${made}`
      return { schemeToken: { status: 'PENDING', provider: 'P', reference, lastUpdated: at }, schemeDueAt: at }
    },

    /** Lets the time come at which something is due. */
    async makeDue(): Promise<void> {
      await query(`update tokens set scheme_due_at = now() where scheme_due_at is not null`)
      await query(`update scheme_tokens_given_up set due_at = now()`)
    },

    /** Fails unless our scheme tokens and the token service's books say the same. */
    async booksAgree(): Promise<void> {
      const { differences } = await verifySchemeTokens({ tokenClaims: ports.tokenClaims, books: tokenService })
      assert.deepEqual(differences, [])
    },

    /** What the token service has under a reference. */
    async entryOf(reference: string) {
      const [entry] = await query<{ asked: number; status: string; given_up: number }>(
        'select asked, status, given_up from simulated_token_service.scheme_token where reference = $1',
        [reference],
      )
      return entry
    },

    /** Lines in the audit about the token. */
    openingsOf: ({ token }: TokenName) =>
      query<{ actor: string; merchant_id: string; subject: object }>(
        `select actor, merchant_id, subject from audit where action = 'ACCOUNT_OPENED' and subject ->> 'token' = $1`,
        [token],
      ),

    async close(): Promise<void> {
      await administration.vault.close()
      await reader.end()
      await installation.close()
    },
  }
}
