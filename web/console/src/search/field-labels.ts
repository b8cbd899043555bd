// What the fields of a search are called.
import type { SearchField } from '../../../../src/search/rules/findable-texts.ts'
import { t } from '../language/text.ts'

export const fieldLabels: Readonly<Record<SearchField, string>> = {
  ORDER: t('Order'),
  TRANSACTION: t('Transaction'),
  REFERENCE: t('Reference'),
  EMAIL: t('E-mail'),
  PAYER: t('Payer'),
  AMOUNT: t('Amount'),
  ACCOUNT: t('Card ending in'),
  TOKEN: t('Token'),
  RECEIPT: t('Receipt'),
  AUTHORIZATION_CODE: t('Authorization code'),
  ACQUIRER_REFERENCE: t('Acquirer reference'),
  REQUEST_ID: 'X-Request-Id',
}

/** "Payer Jane Smith, Card ending in 0008"; nothing for what the result shows anyway. */
export function matchText(matches: readonly { readonly field: SearchField; readonly text: string }[]): string {
  return matches
    .filter(({ field }) => field !== 'ORDER' && field !== 'AMOUNT')
    .map(({ field, text }) => `${fieldLabels[field]} ${text}`)
    .join(', ')
}
