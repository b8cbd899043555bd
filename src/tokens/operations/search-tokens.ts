// Finds the tokens of a repository that have all the requested values, a page at a time in the order of their ids.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { Vault } from '../../keys/index.ts'
import type { Call, OperationResult } from '../../payments/index.ts'
import { type SearchTokensRequest, tokensPerPageDefault } from '../contract/search-tokens.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { TokenQuery } from '../ports/token-store.ts'
import { type StoredAccount, storedIdentity } from '../rules/stored-identity.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import { describeToken, describeTokenClear } from './describe-token.ts'
import { resolveTokenRepository } from './resolve-token-repository.ts'

export async function searchTokens(
  request: SearchTokensRequest,
  { merchant }: Call,
  dependencies: Pick<TokenDependencies, 'tokens' | 'vault'>,
): Promise<OperationResult> {
  const repository = resolveTokenRepository(merchant, request)
  if (isRejection(repository)) return repository
  const { limit = tokensPerPageDefault, after: cursor } = request.page ?? {}
  const after = cursor === undefined ? undefined : nameAfter(cursor)
  if (isRejection(after)) return after
  const query = queryOf(request.query ?? {}, dependencies.vault)
  if (isRejection(query)) return query

  // One more than the page size shows whether there is another page.
  const foundTokens = query
    ? await dependencies.tokens.search({ repositoryId: repository.id, query, after, limit: limit + 1 })
    : []
  const shown = foundTokens.slice(0, limit)
  const last = foundTokens.length > limit ? shown.at(-1) : undefined
  const page = last && { page: { after: Buffer.from(last.token).toString('base64url') } }
  const whole = <T>(token: readonly T[]) => ({ result: 'SUCCESS' as const, token, ...page })
  return {
    kind: 'ANSWERED',
    isFirst: false,
    response: whole(shown.map(describeToken)),
    reveal: async () => whole(await Promise.all(shown.map((stored) => describeTokenClear(stored, dependencies)))),
  }
}

function nameAfter(cursor: string): string | Rejection {
  const name = Buffer.from(cursor, 'base64url').toString()
  if (/^[0-9A-Za-z]{1,40}$/.test(name) && Buffer.from(name).toString('base64url') === cursor) return name
  return reject('FIELD_INVALID', 'Value is invalid. It was not returned by a search.', { field: 'page.after' })
}

type Query = NonNullable<SearchTokensRequest['query']>

/** Undefined when no token can match: each contains one account. */
function queryOf(
  { token, status, sourceOfFunds }: Query,
  vault: Pick<Vault, 'lookupHashes'>,
): TokenQuery | undefined | Rejection {
  const { type, provided = {} } = sourceOfFunds ?? {}
  const { expiry, scheme } = provided.card ?? {}
  const accounts = accountsOf(provided)
  if (isRejection(accounts)) return accounts
  const [account, another] = accounts
  if (another) return undefined
  return {
    token,
    status,
    kind: type,
    scheme,
    expiryMonth: expiry?.month === undefined ? undefined : Number(expiry.month),
    expiryYear: expiry?.year === undefined ? undefined : Number(expiry.year),
    accountHashes: account ? hashesOf(account, vault) : undefined,
  }
}

type Account = StoredAccount & { readonly number: string }

function hashesOf({ number, ...account }: Account, vault: Pick<Vault, 'lookupHashes'>): readonly KeyedHash[] {
  return vault.lookupHashes('ACCOUNT', storedIdentity(account, number))
}

/**
 * The requested accounts, with everything that distinguishes an account of the kind from others with the same number.
 */
function accountsOf(provided: NonNullable<NonNullable<Query['sourceOfFunds']>['provided']>): Account[] | Rejection {
  const { ach, card, directDebitCanada, giftCard, providerA } = provided
  const accounts: Account[] = []
  const add = (kind: Account['kind'], number: Secret | undefined, details: StoredTokenDetails = {}) => {
    if (number) accounts.push({ kind, number: number.open(), details })
  }
  const missing =
    incomplete('ach', ach, ['bankAccountNumber', 'routingNumber']) ??
    incomplete('directDebitCanada', directDebitCanada, [
      'bankAccountNumber',
      'financialInstitutionNumber',
      'transitNumber',
    ])
  if (missing) return missing
  add('CARD', card?.number)
  add('GIFT_CARD', giftCard?.number)
  add('ACH', ach?.bankAccountNumber, ach)
  add('DIRECT_DEBIT_CANADA', directDebitCanada?.bankAccountNumber, directDebitCanada)
  const { id } = providerA?.billingAgreement ?? {}
  if (id !== undefined) accounts.push({ kind: 'PROVIDER_A', number: id, details: {} })
  return accounts
}

/** Each bank numbers its own accounts, so a number alone identifies none. */
function incomplete(group: string, values: object | undefined, names: readonly string[]): Rejection | undefined {
  const name = values && names.find((each) => !(each in values))
  if (name === undefined) return undefined
  return reject(
    'FIELD_MISSING',
    'Mandatory parameter is missing: searching for an account requires all its identifying fields.',
    {
      field: `query.sourceOfFunds.provided.${group}.${name}`,
    },
  )
}
