// A token repository: where tokens are kept, for one merchant, for several that share them, or for one sub-merchant.

/** Who names a new token: the caller, or the gateway in one of two ways. */
export const tokenGenerations = ['MERCHANT_SUPPLIED', 'RANDOM', 'PRESERVE_6_4'] as const
export type TokenGeneration = (typeof tokenGenerations)[number]

/** Whether one account may have several tokens. */
export const tokenManagements = ['UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER'] as const
export type TokenManagement = (typeof tokenManagements)[number]

export const provisioningModes = ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'] as const
export type ProvisioningMode = (typeof provisioningModes)[number]

export interface TokenRepository {
  readonly id: string
  /** The repository whose settings hold: its own id, but for a sub-merchant that of its aggregator's repository. */
  readonly homeId: string
  readonly generation: TokenGeneration
  readonly management: TokenManagement
  /** Whether the card schemes are asked for tokens of theirs. */
  readonly hasSchemeTokens: boolean
  /** When they are asked, unless a request says otherwise. */
  readonly provisioningMode: ProvisioningMode
  /** Whether the gateway keeps the stored cards up to date by itself. */
  readonly hasMaintenance: boolean
}

/** What a repository is like where nothing else was said. */
export const repositoryDefaults = {
  generation: 'RANDOM',
  management: 'UNIQUE_TOKEN',
  hasSchemeTokens: false,
  provisioningMode: 'ASYNCHRONOUS',
  hasMaintenance: false,
} as const satisfies Omit<TokenRepository, 'id' | 'homeId'>

export function newRepository(
  id: string,
  differences: Partial<Omit<TokenRepository, 'id' | 'homeId'>> = {},
): TokenRepository {
  return { id, homeId: id, ...repositoryDefaults, ...differences }
}

const idLengthMax = 16

/** A repository's test twin has the same id after this. */
const twinMark = 'Test'

/** Ids that the gateway works out begin with this, so that none of them is one that somebody chose. */
const derivedMark = '~'

/** Why nobody may choose the id, as the end of a sentence that begins with "it"; undefined when somebody may. */
export function refuseRepositoryId(id: string): string | undefined {
  if (!/^[!-~](?:[ -~]{0,14}[!-~])?$/.test(id))
    return `must be 1 to ${idLengthMax} printable ASCII characters, the first and the last no space`
  if (id.startsWith(twinMark)) return `must not begin with ${twinMark}, which marks the test twin of a repository`
  if (id.startsWith(derivedMark)) return `must not begin with ${derivedMark}, which marks ids that the gateway makes`
  return undefined
}

/** A cryptographic hash as text of letters, digits, '-' and '_', six bits each. */
export type TextHash = (text: string) => string

/** The id of the repository that a merchant has for itself: the merchant's own id where that can be one. */
export function ownRepositoryId(merchantId: string, hash: TextHash): string {
  return refuseRepositoryId(merchantId) ? derivedId(['merchant', merchantId], hash) : merchantId
}

/** The id of a repository's test twin, which nobody can have chosen. */
export function twinRepositoryId(repositoryId: string, hash: TextHash): string {
  const marked = `${twinMark}${repositoryId}`
  const isOurs = !repositoryId.startsWith(derivedMark) && marked.length <= idLengthMax
  return isOurs ? marked : derivedId(['twin', repositoryId], hash)
}

/** Always the same for the same sub-merchant; 90 bits keep two of them apart. */
export function subMerchantRepositoryId(repositoryId: string, identifier: string, hash: TextHash): string {
  return derivedId(['subMerchant', repositoryId, identifier], hash)
}

function derivedId(parts: readonly string[], hash: TextHash): string {
  return `${derivedMark}${hash(JSON.stringify(parts)).slice(0, idLengthMax - derivedMark.length)}`
}
