// The outcome of a transaction, in the gateway's terms and in the acquirer's.
import { asciiText, digits, enumeration, string } from '../field-types.ts'
import { always, group, list, nearest } from '../row.ts'
import { riskMirror15 } from './risk.ts'
import {
  gatewayCodes15,
  gatewayCodes100,
  gatewayCodesWithAuthentication50,
  gatewayCodesWithBrowserPayments15,
  nearestGatewayCode15,
} from './values.ts'

const acquirerCode = asciiText(1, 100)

const rows = {
  acquirerCode,
  acquirerMessage: asciiText(1, 255),
  cardSecurityCode: group({
    acquirerCode,
    gatewayCode: enumeration(['MATCH', 'NOT_PRESENT', 'NOT_PROCESSED', 'NOT_SUPPORTED', 'NO_MATCH']),
  }),
  cardholderVerification: group({
    avs: group({
      acquirerCode,
      gatewayCode: enumeration([
        'ADDRESS_MATCH',
        'ADDRESS_ZIP_MATCH',
        'NAME_ADDRESS_MATCH',
        'NAME_MATCH',
        'NAME_ZIP_MATCH',
        'NOT_AVAILABLE',
        'NOT_REQUESTED',
        'NOT_VERIFIED',
        'NO_MATCH',
        'SERVICE_NOT_AVAILABLE_RETRY',
        'SERVICE_NOT_SUPPORTED',
        'ZIP_MATCH',
      ]),
    }),
    detailedVerification: list(
      group({
        gatewayCode: enumeration([
          'MATCHED',
          'NOT_CHECKED',
          'NOT_MATCHED',
          'NOT_PROVIDED',
          'SERVICE_NOT_AVAILABLE_RETRY',
          'SERVICE_NOT_SUPPORTED',
        ]),
        type: enumeration([
          'BILLING_PHONE',
          'BILLING_POSTCODE_ZIP',
          'BILLING_STREET_ADDRESS',
          'CARDHOLDER_NAME',
          'CUSTOMER_EMAIL',
        ]),
      }),
    ),
  }),
  debugInformation: string(1, 2064),
  gatewayCode: always(nearest(nearestGatewayCode15, enumeration(gatewayCodes15))),
}

const recurringPaymentAdvice = group({ acquirerCode: digits(0, 2) })

/** What the merchant had better do next. */
export const gatewayRecommendation = enumeration([
  'DO_NOT_PROCEED',
  'DO_NOT_PROCEED_ABANDON_ORDER',
  'NO_ACTION',
  'PROCEED',
  'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS',
])

/** The outcome of a transaction up to version 29, which look here for the risk verdict too. */
export const responseGroup15 = group({ ...rows, recurringPaymentAdvice, risk: riskMirror15 })

/** The outcome of a transaction. */
export const responseGroup30 = group({ ...rows, recurringPaymentAdvice })

/** The outcome of a transaction, with advice on what to do next. */
export const responseGroup50 = group({ ...rows, gatewayRecommendation, recurringPaymentAdvice })

/** The outcome of a transaction, with the codes of version 100. */
export const responseGroup100 = group({ ...responseGroup50.rows, gatewayCode: always(enumeration(gatewayCodes100)) })

const withBrowserPayments = always(nearest(nearestGatewayCode15, enumeration(gatewayCodesWithBrowserPayments15)))
const withAuthentication = always(nearest(nearestGatewayCode15, enumeration(gatewayCodesWithAuthentication50)))

/** The outcome of a transaction of whatever kind: browser payments and payer authentication included. */
export const responseGroupOfAnyKind15 = group({ ...responseGroup15.rows, gatewayCode: withBrowserPayments })
export const responseGroupOfAnyKind30 = group({ ...responseGroup30.rows, gatewayCode: withBrowserPayments })
export const responseGroupOfAnyKind50 = group({ ...responseGroup50.rows, gatewayCode: withAuthentication })

/** The outcome of a browser payment, which may stand at SUBMITTED for a while. Before version 50 that is any kind's. */
export const responseGroupOfBrowserPayment50 = group({ ...responseGroup50.rows, gatewayCode: withBrowserPayments })
