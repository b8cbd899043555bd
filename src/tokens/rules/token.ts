// A token: payment details stored under an id. The repository decides who chooses the id and whether an account may
// have several tokens.
import { accountFields, type Expiry, type InstrumentKind, isKnownCardNumber } from '../../kernel/instrument.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import { applyTokenEvent, type TokenSaveEvent, type TokenState } from './token-status.ts'

/** What a token can contain. */
export type StoredKind = InstrumentKind

/** What must be known of a token to decide about it; its account stays sealed. */
export interface StoredTokenFacts {
  readonly token: string
  readonly kind: StoredKind
  readonly expiry?: Expiry | undefined
  readonly state: TokenState
}

/**
 * A request to save details, with what the repository contains already; the plan is valid while that has not changed.
 */
export interface TokenSaveRequest {
  /** The token the caller named; without one the gateway generates an id. */
  readonly name: string | undefined
  /** The kind of account, wherever it came from: request, session, order or token service. */
  readonly account: StoredKind | undefined
  readonly expiry: Expiry | undefined
  /** The token with that id. */
  readonly namedToken: StoredTokenFacts | undefined
  /** The account in the request is the one that token contains. */
  readonly isAccountOfNamed: boolean
  /** Another token that contains the account; of several, the first saved. */
  readonly holder: StoredTokenFacts | undefined
}

export type TokenSavePlan =
  /** A new token, named by the caller or by the gateway in one of its ways. */
  { readonly kind: 'CREATE'; readonly naming: 'SUPPLIED' | 'RANDOM' | 'PRESERVE_6_4' } | TokenUpdate | Rejection

export interface TokenUpdate {
  /** The token the caller named is changed, or the account's one token is returned instead of a new one. */
  readonly kind: 'UPDATE' | 'EXISTING'
  readonly token: string
  /** The token's state once the details are stored. */
  readonly state: TokenState
  /** The expiry to store. An earlier account's expiry is removed when the account changes. */
  readonly expiry: Expiry | undefined
}

type Strategies = Pick<TokenRepository, 'generation' | 'management'>

export function planTokenSave(strategies: Strategies, request: TokenSaveRequest): TokenSavePlan {
  if (request.name === undefined) return planCreation(strategies, request)
  return request.namedToken
    ? planUpdate(strategies, request, request.namedToken)
    : planNamedCreation(strategies, request)
}

function planCreation(
  { generation, management }: Strategies,
  { account, expiry, holder }: TokenSaveRequest,
): TokenSavePlan {
  if (generation === 'MERCHANT_SUPPLIED')
    return reject('TOKEN_NAMED_BY_CALLER', 'The token repository requires the request to supply the token.')
  if (!account) return accountNeeded(expiry)
  if (management === 'UNIQUE_ACCOUNT_IDENTIFIER' && holder) return update('EXISTING', holder, { account, expiry })
  // An agreement has no digits to preserve, and its identifier may change while the token keeps its id.
  return { kind: 'CREATE', naming: account === 'PROVIDER_A' ? 'RANDOM' : generation }
}

function planNamedCreation({ generation, management }: Strategies, request: TokenSaveRequest): TokenSavePlan {
  const { name = '', account, expiry, holder } = request
  if (generation !== 'MERCHANT_SUPPLIED')
    return reject(
      'TOKEN_NAMED_BY_GATEWAY',
      'The token does not exist, and the token repository generates new tokens itself.',
    )
  // A token is stored and shown in clear.
  if (isKnownCardNumber(name))
    return reject('FIELD_INVALID', 'Value is invalid. A token must not be a card number.', { field: 'token' })
  if (!account) return accountNeeded(expiry)
  if (management === 'UNIQUE_ACCOUNT_IDENTIFIER' && holder) return accountHeld(account)
  return { kind: 'CREATE', naming: 'SUPPLIED' }
}

function planUpdate(
  { generation, management }: Strategies,
  request: TokenSaveRequest,
  namedToken: StoredTokenFacts,
): TokenSavePlan {
  const { account, expiry, isAccountOfNamed, holder } = request
  // Only cards have an expiry to change.
  if (!account && expiry && namedToken.kind !== 'CARD') return accountNeeded(expiry)
  if (account && !isAccountOfNamed) {
    const isAgreement = account === 'PROVIDER_A' && namedToken.kind === 'PROVIDER_A'
    if (generation === 'PRESERVE_6_4' && !isAgreement)
      return reject('ACCOUNT_FIXED', 'The token is derived from its account, so the account cannot be changed.', {
        field: accountFields[account],
      })
    if (management === 'UNIQUE_ACCOUNT_IDENTIFIER' && holder) return accountHeld(account)
    return update('UPDATE', namedToken, { account, expiry, isAnother: true })
  }
  return update('UPDATE', namedToken, { account, expiry })
}

interface SavedDetails {
  readonly account: StoredKind | undefined
  readonly expiry: Expiry | undefined
  readonly isAnother?: boolean | undefined
}

function update(
  kind: TokenUpdate['kind'],
  { token, state, expiry }: StoredTokenFacts,
  saved: SavedDetails,
): TokenUpdate {
  const storedExpiry = saved.isAnother ? undefined : expiry
  return {
    kind,
    token,
    state: applyTokenEvent(state, savedEventOf(saved, expiry)),
    expiry: saved.expiry ?? storedExpiry,
  }
}

function savedEventOf({ account, expiry, isAnother }: SavedDetails, stored: Expiry | undefined): TokenSaveEvent {
  if (!account) return expiry && !isSameExpiry(expiry, stored) ? 'EXPIRY_CHANGED' : 'SAVED_OTHERWISE'
  if (account === 'CARD' && !expiry) return 'SAVED_OTHERWISE'
  return isAnother ? 'ANOTHER_ACCOUNT_SAVED' : 'SAME_ACCOUNT_SAVED'
}

/** Months are written with and without a leading zero. */
function isSameExpiry({ month, year }: Expiry, other: Expiry | undefined): boolean {
  return Number(month) === Number(other?.month) && Number(year) === Number(other?.year)
}

function accountNeeded(expiry: Expiry | undefined): Rejection {
  const field = expiry ? accountFields.CARD : 'sourceOfFunds'
  return reject('ACCOUNT_NEEDED', 'Mandatory parameter is missing.', { field })
}

function accountHeld(account: StoredKind): Rejection {
  return reject(
    'ACCOUNT_HELD',
    'Another token already holds this account, and the token repository allows each account only once.',
    {
      field: accountFields[account],
    },
  )
}
