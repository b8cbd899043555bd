// An authorization's result in the terms of the acquirer's message, and the balance of a gift card.
import { currency, enumeration, string } from '../field-types.ts'
import { dateTime } from '../format-types.ts'
import { amount } from '../number-types.ts'
import { decided, group, without } from '../row.ts'

const rows = {
  autoExpiry: dateTime(),
  cardLevelIndicator: string(1, 2),
  cardSecurityCodeError: string(1, 1),
  commercialCard: enumeration(['COMMERCIAL_CARD', 'NOT_A_COMMERCIAL_CARD', 'UNDETERMINED']),
  commercialCardIndicator: enumeration([
    'BUSINESS_CARD',
    'COMMERCIAL_AND_CONSUMER',
    'COMMERCIAL_CARD',
    'CONSUMER_CARD',
    'CORPORATE_CARD',
    'DECLINE_OR_NOT_COMMERCIAL_CARD',
    'OTHER',
    'PURCHASING_CARD',
  ]),
  date: string(1, 4), // MMDD
  financialNetworkCode: string(1, 3),
  marketSpecificData: string(1, 1),
  merchantAdviceCode: string(1, 2),
  paySvcData: string(1, 23),
  posData: string(1, 13),
  posEntryMode: string(1, 4),
  posEntryModeChanged: string(1, 1),
  processingCode: string(1, 6),
  responseCode: string(1, 3),
  responseMessage: string(1, 16),
  returnAci: string(1, 1),
  sourceReasonCode: decided('choices', string(1, 4)),
  stan: string(1, 6),
  time: string(1, 6), // HHMMSS
  trackQuality: string(1, 2),
  transactionIdentifier: string(1, 15),
  // Stored, and sent with the capture: the issuer checks that the two belong together.
  validationCode: string(1, 4),
  vpasResponse: string(1, 1),
}

/** The acquirer's details of an authorization. */
export const authorizationResponse15 = group(without(rows, 'autoExpiry', 'sourceReasonCode'))

/** The same with what version 100 added. */
export const authorizationResponse100 = group(rows)

/** The balance that verifying a gift card learns. */
export const giftCardBalance = group({ availableBalance: group({ amount: amount(), currency: currency() }) })
