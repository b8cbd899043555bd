// The canonical answer about a token, masked, and the same with its numbers in clear.

import type { Expiry } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { schemeTokenSealContext, tokenAccountSealContext } from '../../keys/index.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import { type Call, type OperationResponse, sourceGroups } from '../../payments/index.ts'
import type { RetrievedTokenResponse, TokenResponse } from '../contract/token-response.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken, VisibleToken } from '../ports/token-store.ts'
import type { StoredKind } from '../rules/token.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import type { AccountToStore } from './account-to-store.ts'
import type { TokenVerification } from './verify-details.ts'

type SourceOfFunds = NonNullable<TokenResponse['sourceOfFunds']>

/** A token in a list: without what belongs to the answer as a whole. */
export type DescribedToken = Omit<RetrievedTokenResponse, 'correlationId' | 'merchant' | 'response' | 'result'>

interface Numbers {
  readonly account: string
  readonly schemeToken?: string | undefined
}

/** As it may be shown: account numbers masked. */
export function describeToken(stored: VisibleToken): DescribedToken {
  return describeWithNumbers(stored, { account: stored.masked, schemeToken: stored.schemeToken?.masked })
}

/** The same with the numbers in clear; the caller has checked the permission and writes the audit log entry. */
export async function describeTokenClear(
  stored: StoredToken,
  { vault }: Pick<TokenDependencies, 'vault'>,
): Promise<DescribedToken> {
  const number = stored.schemeToken?.number
  return describeWithNumbers(stored, {
    account: await vault.open(stored.account, tokenAccountSealContext(stored)),
    schemeToken: number && (await vault.open(number, schemeTokenSealContext(stored))),
  })
}

function describeWithNumbers(stored: VisibleToken, numbers: Numbers): DescribedToken {
  const { token, repositoryId, state, replacementToken, schemeToken, verificationStrategy } = stored
  return omitUndefined({
    token,
    repositoryId,
    status: state.status,
    sourceOfFunds: describeSource(stored, numbers.account),
    replacementToken,
    schemeToken:
      schemeToken &&
      omitUndefined({
        status: schemeToken.status,
        provider: schemeToken.provider,
        number: numbers.schemeToken,
        expiry: schemeToken.expiry,
        lastUpdated: schemeToken.lastUpdated.toISOString(),
      }),
    usage: {
      lastUpdated: {
        merchantId: stored.updatedBy,
        source: stored.updateSource,
        time: stored.updatedAt.toISOString(),
      },
      lastUsedTime: stored.lastUsedAt.toISOString(),
    },
    verificationStrategy,
  })
}

interface SourceDetails {
  readonly kind: StoredKind
  readonly details: StoredTokenDetails
  readonly expiry?: Expiry | undefined
}

/** The stored values beside the number were written with the names of the contract, which every test checks. */
function describeSource({ kind, details, expiry }: SourceDetails, number: string): SourceOfFunds {
  const { isDeviceNumber: _, shipping: __, ...shown } = details
  const provided = {
    CARD: omitUndefined({ ...shown, number, expiry }),
    GIFT_CARD: { ...shown, number },
    ACH: { ...shown, bankAccountNumber: number },
    DIRECT_DEBIT_CANADA: { ...shown, bankAccountNumber: number },
    PROVIDER_A: {
      ...shown,
      billingAgreement: { ...shown.billingAgreement, id: number },
    },
  }[kind]
  return { type: kind, provided: { [sourceGroups[kind]]: provided } } as SourceOfFunds
}

interface SaveContext {
  readonly call: Pick<Call, 'merchant'>
  readonly verification: TokenVerification
}

/** The response to a request to store details: the token, or why there is none. */
export function storedTokenResponse(
  stored: StoredToken,
  { call, verification, isNew }: SaveContext & { readonly isNew: boolean },
  dependencies: Pick<TokenDependencies, 'vault'>,
): OperationResponse {
  const rest = { ...outcomeOf(call, verification), result: 'SUCCESS' } as const
  return {
    kind: 'ANSWERED',
    isFirst: isNew,
    response: { ...describeToken(stored), ...rest },
    reveal: async () => ({ ...(await describeTokenClear(stored, dependencies)), ...rest }),
  }
}

/** Nothing was stored: an existing token is returned as it is, and otherwise what was sent. */
export function declinedTokenResponse(
  left: StoredToken | undefined,
  {
    call,
    verification,
    repository,
    account,
  }: SaveContext & { readonly repository: TokenRepository; readonly account: AccountToStore | undefined },
  dependencies: Pick<TokenDependencies, 'vault'>,
): OperationResponse {
  const rest = { ...outcomeOf(call, verification), result: 'FAILURE' } as const
  if (left)
    return {
      kind: 'ANSWERED',
      isFirst: true,
      response: { ...describeToken(left), ...rest },
      reveal: async () => ({ ...(await describeTokenClear(left, dependencies)), ...rest }),
    }
  const response: TokenResponse = omitUndefined({
    ...rest,
    repositoryId: repository.id,
    status: 'INVALID' as const,
    sourceOfFunds: account && describeSource(account, account.masked),
  })
  return { kind: 'ANSWERED', isFirst: true, response }
}

function outcomeOf({ merchant }: Pick<Call, 'merchant'>, { strategy, code }: TokenVerification) {
  return { merchant: merchant.id, response: { gatewayCode: code }, verificationStrategy: strategy }
}
