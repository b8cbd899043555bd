// A stored token as its services show it, masked.
import type { TokenDetailsBody, TokenListItemBody } from '../../../../../src/console/response-bodies/tokens.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { codeText } from '../../format/text.ts'

export type TokenListItem = Jsonified<TokenListItemBody>
export type TokenDetails = Jsonified<TokenDetailsBody>

export const tokensPath = (merchantId: string) => path`/merchants/${merchantId}/tokens`

type Details = NonNullable<NonNullable<TokenListItem['sourceOfFunds']>['provided']>

/** The label of the account: its masked number, or its name at a provider. */
export function accountOf({ sourceOfFunds }: Pick<TokenListItem, 'sourceOfFunds'>): string | undefined {
  const { card, ach, directDebitCanada, giftCard, providerA }: Details = sourceOfFunds?.provided ?? {}
  return (
    card?.number ??
    ach?.bankAccountNumber ??
    directDebitCanada?.bankAccountNumber ??
    giftCard?.number ??
    providerA?.billingAgreement?.id
  )
}

/** 01/39. */
export function expiryText(expiry: { readonly month?: string; readonly year?: string } | undefined) {
  return expiry?.month && expiry.year ? `${expiry.month.padStart(2, '0')}/${expiry.year}` : undefined
}

export function kindText({ sourceOfFunds }: Pick<TokenListItem, 'sourceOfFunds'>): string | undefined {
  const scheme = sourceOfFunds?.provided?.card?.scheme
  const type = sourceOfFunds?.type
  return scheme ? codeText(scheme) : type && codeText(type)
}
