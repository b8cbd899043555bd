// Moving money to an account, for orders with purchaseType ACCOUNT_FUNDING.
import { boolean, country, enumeration, string } from '../field-types.ts'
import { group, secret, withDefault } from '../row.ts'
import { identification } from './customer.ts'
import { fundingMethods15 } from './values.ts'

/** Who sends the money, to whom and what for. */
export const accountFunding = group({
  purpose: withDefault('OTHER', enumeration(['CRYPTOCURRENCY_PURCHASE', 'MERCHANT_SETTLEMENT', 'OTHER', 'PAYROLL'])),
  recipient: group({
    account: group({
      fundingMethod: enumeration(fundingMethods15),
      identifier: secret('BANK_ACCOUNT', string(1, 50)),
      identifierType: enumeration([
        'BANK_ACCOUNT_BIC',
        'BANK_ACCOUNT_IBAN',
        'BANK_ACCOUNT_NATIONAL',
        'CARD_NUMBER',
        'EMAIL_ADDRESS',
        'OTHER',
        'PHONE_NUMBER',
        'SOCIAL_NETWORK_PROFILE_ID',
        'STAGED_WALLET_USER_ID',
        'STORED_VALUE_WALLET_USER_ID',
      ]),
    }),
    address: group({
      city: string(1, 100),
      country: country(),
      postCodeZip: string(1, 10), // the contract's own spelling, unlike every other address
      stateProvinceCode: string(1, 3),
      street: string(1, 100),
      street2: string(1, 100),
    }),
    firstName: string(1, 50),
    identification,
    lastName: string(1, 50),
    middleName: string(1, 50),
  }),
  senderIsRecipient: withDefault(false, boolean()),
  senderType: enumeration(['COMMERCIAL_ORGANIZATION', 'GOVERNMENT', 'NON_PROFIT_ORGANIZATION', 'PERSON']),
})
