// What the fields of a search are called.
import type { SearchField } from '../../../../src/domain/search/findable-texts.ts'

export const fieldLabels: Readonly<Record<SearchField, string>> = {
  ORDER: 'Order',
  TRANSACTION: 'Transaction',
  REFERENCE: 'Reference',
  EMAIL: 'E-mail',
  PAYER: 'Payer',
  AMOUNT: 'Amount',
  ACCOUNT: 'Card ending in',
  TOKEN: 'Token',
  RECEIPT: 'Receipt',
  AUTHORIZATION_CODE: 'Authorization code',
  ACQUIRER_REFERENCE: 'Acquirer reference',
  REQUEST_ID: 'X-Request-Id',
}

/** "Payer Jane Smith, Card ending in 0008"; nothing for what the result shows anyway. */
export function matchText(matches: readonly { readonly field: SearchField; readonly text: string }[]): string {
  return matches
    .filter(({ field }) => field !== 'ORDER' && field !== 'AMOUNT')
    .map(({ field, text }) => `${fieldLabels[field]} ${text}`)
    .join(', ')
}
