// The merchant behind an aggregator. Accepted on the first transaction of an order only, which the operation checks.
import { alphanumeric, country, digits, string } from '../field-types.ts'
import { email, webAddress } from '../format-types.ts'
import { decided, group, only, required } from '../row.ts'
import { address, addressResponse } from './address.ts'

const rows = {
  address,
  bankIndustryCode: digits(4),
  disputeContactPhone: decided('choices', string(1, 20)),
  email: email(),
  governmentCountryCode: country(),
  identifier: string(1, 100),
  marketplaceId: string(1, 11),
  phone: string(1, 20),
  registeredName: string(1, 100),
  // Schemes allow less (21 or 27 characters); the message to the acquirer is cut, the request is not refused.
  tradingName: string(1, 100),
  websiteUrl: webAddress,
}

const rows30 = only(
  rows,
  'address',
  'bankIndustryCode',
  'email',
  'identifier',
  'phone',
  'registeredName',
  'tradingName',
)

/** The sub-merchant of an order. */
export const subMerchant30 = group(rows30)

/** The sub-merchant of an order, with contact for disputes and marketplace. */
export const subMerchant50 = group(rows)

/** The sub-merchant of an order: from version 100 on, it must be identified if it is sent. */
export const subMerchant100 = group({
  ...rows,
  identifier: required(rows.identifier),
  tradingName: required(rows.tradingName),
})

/** The sub-merchant as answers echo it. */
export const subMerchantResponse15 = group({ ...rows30, address: addressResponse })
export const subMerchantResponse50 = group({ ...rows, address: addressResponse })

/** The sub-merchant whose token repository is meant. */
export const subMerchantOfToken = group({
  ...rows30,
  identifier: alphanumeric(1, 100, { plus: '-_ &+!$.' }),
})
