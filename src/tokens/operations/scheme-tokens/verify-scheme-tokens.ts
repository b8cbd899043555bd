// Compares the scheme tokens of the gateway's tokens with the token service's books, reference by reference.
import type { KeptSchemeToken, ReferencePage, SchemeTokenReference, TokenClaims } from '../../ports/token-claims.ts'
import type { TokenServiceBooks, TokenServiceEntry } from '../../ports/token-service.ts'

export interface SchemeTokenDifference {
  readonly kind: 'MISSING_AT_TOKEN_SERVICE' | 'UNKNOWN_TO_US' | 'STATUS_DIFFERS' | 'GIVEN_UP'
  readonly reference: string
  readonly repositoryId?: string | undefined
  readonly token?: string | undefined
  readonly ours?: string | undefined
  readonly theirs?: string | undefined
}

export interface SchemeTokensReport {
  readonly kept: number
  readonly entries: number
  /** Not issued yet, with an unread notice, or about to be given up: cannot be judged yet. */
  readonly open: number
  readonly differences: readonly SchemeTokenDifference[]
}

interface BooksDependencies {
  readonly tokenClaims: Pick<TokenClaims, 'listKept' | 'listUnwanted'>
  readonly books: TokenServiceBooks
}

const pageSize = 500

/** Tokens are saved meanwhile, so only what differs twice in a row is a difference. */
export async function verifySchemeTokens(dependencies: BooksDependencies): Promise<SchemeTokensReport> {
  const first = await compare(dependencies)
  if (first.differences.length === 0) return first
  const second = await compare(dependencies)
  const firstDifferences = new Set(first.differences.map((difference) => JSON.stringify(difference)))
  return {
    ...second,
    differences: second.differences.filter((difference) => firstDifferences.has(JSON.stringify(difference))),
  }
}

async function compare({ tokenClaims, books }: BooksDependencies): Promise<SchemeTokensReport> {
  const keptTokens = new Map<string, KeptSchemeToken>()
  for await (const each of allReferences(tokenClaims.listKept)) keptTokens.set(each.reference, each)
  const unwanted = new Set<string>()
  for await (const { reference } of allReferences(tokenClaims.listUnwanted)) unwanted.add(reference)
  const counts = { kept: keptTokens.size, entries: 0, open: 0 }
  const differences: SchemeTokenDifference[] = []
  for await (const entry of allEntries(books)) {
    counts.entries += 1
    const ours = keptTokens.get(entry.reference)
    keptTokens.delete(entry.reference)
    const difference = judge(entry, ours, unwanted.has(entry.reference))
    if (difference === 'OPEN') counts.open += 1
    else if (difference) differences.push(difference)
  }
  for (const { reference, repositoryId, token, status } of keptTokens.values()) {
    // What was never requested does not exist.
    if (status === 'PENDING') counts.open += 1
    else differences.push({ kind: 'MISSING_AT_TOKEN_SERVICE', reference, repositoryId, token, ours: status })
  }
  return { ...counts, differences }
}

function judge(
  { reference, status, isGivenUp, isUnheard }: TokenServiceEntry,
  ours: KeptSchemeToken | undefined,
  isUnwanted: boolean,
): SchemeTokenDifference | 'OPEN' | undefined {
  if (!ours) {
    if (isGivenUp || status === 'REFUSED' || status === 'DELETED') return undefined
    return isUnwanted ? 'OPEN' : { kind: 'UNKNOWN_TO_US', reference, theirs: status }
  }
  const { repositoryId, token } = ours
  if (isGivenUp) return { kind: 'GIVEN_UP', reference, repositoryId, token, ours: ours.status, theirs: status }
  if (ours.status === 'PENDING' || isUnheard) return 'OPEN'
  // A permanent refusal is stored as a scheme token that is not active.
  const theirs = status === 'REFUSED' ? 'INACTIVE' : status
  if (ours.status === theirs) return undefined
  return { kind: 'STATUS_DIFFERS', reference, repositoryId, token, ours: ours.status, theirs: status }
}

async function* allReferences<Row extends SchemeTokenReference>(
  list: (page: ReferencePage) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: SchemeTokenReference | undefined
  for (;;) {
    const page = await list({ after, limit: pageSize })
    yield* page
    after = page.at(-1)
    if (!after) return
  }
}

async function* allEntries(books: TokenServiceBooks): AsyncGenerator<TokenServiceEntry> {
  let afterReference = ''
  for (;;) {
    const page = await books.list({ afterReference, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last) return
    afterReference = last.reference
  }
}
