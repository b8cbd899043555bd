// The issuer's results for the payer's details one by one, consistent with its result for the address as a whole.
import type { CardInstrument } from '../../kernel/instrument.ts'
import type { CardholderVerification, PurchaseDetails } from '../../payments/ports/acquirer.ts'
import { addressCheck } from './outcomes.ts'

type Detail = 'BILLING_PHONE' | 'BILLING_POSTCODE_ZIP' | 'BILLING_STREET_ADDRESS' | 'CARDHOLDER_NAME' | 'CUSTOMER_EMAIL'

const name = 'CARDHOLDER_NAME'
const street = 'BILLING_STREET_ADDRESS'
const zip = 'BILLING_POSTCODE_ZIP'

/** Which details are wrong according to an address result. */
const wrongDetails: Readonly<Record<string, readonly Detail[]>> = {
  ADDRESS_MATCH: [zip],
  NAME_ADDRESS_MATCH: [zip],
  NAME_MATCH: [street, zip],
  NAME_ZIP_MATCH: [street],
  NO_MATCH: [street, zip, name],
  ZIP_MATCH: [street],
}

/** Results without information about any detail. */
const uncheckedBecause: Readonly<Record<string, string>> = {
  NOT_AVAILABLE: 'NOT_CHECKED',
  NOT_VERIFIED: 'NOT_CHECKED',
  SERVICE_NOT_AVAILABLE_RETRY: 'SERVICE_NOT_AVAILABLE_RETRY',
  SERVICE_NOT_SUPPORTED: 'SERVICE_NOT_SUPPORTED',
}

export function cardholderVerification(
  { nameOnCard }: CardInstrument,
  { billing, customer }: PurchaseDetails,
): CardholderVerification {
  const avs = addressCheck(billing?.address)
  const given: Readonly<Record<Detail, string | undefined>> = {
    BILLING_PHONE: billing?.phone ?? customer?.phone,
    BILLING_POSTCODE_ZIP: billing?.address?.postcodeZip,
    BILLING_STREET_ADDRESS: billing?.address?.street,
    CARDHOLDER_NAME: nameOnCard,
    CUSTOMER_EMAIL: customer?.email,
  }
  const wrong = wrongDetails[avs.gatewayCode] ?? []
  const unchecked = uncheckedBecause[avs.gatewayCode]
  return {
    avs,
    detailedVerification: (Object.keys(given) as Detail[]).map((type) => {
      if (given[type] === undefined) return { type, gatewayCode: 'NOT_PROVIDED' }
      return { type, gatewayCode: unchecked ?? (wrong.includes(type) ? 'NOT_MATCHED' : 'MATCHED') }
    }),
  }
}
