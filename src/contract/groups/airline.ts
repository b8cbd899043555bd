// Airline tickets. One table; operations differ in a few rows, which are listed below.
import { explain } from '../../kernel/explanation.ts'
import { alphanumeric, boolean, country, digits, enumeration, pattern, string, upperAlpha } from '../field-types.ts'
import { date, time } from '../format-types.ts'
import { amount } from '../number-types.ts'
import { group, list, type Rows, without } from '../row.ts'

const documentType = enumeration([
  'ADDITIONAL_COLLECTION',
  'AGENCY_EXCHANGE_ORDER',
  'AGENCY_GROUP_TICKET',
  'AGENCY_MISCELLANEOUS_CHARGE_ORDER',
  'AGENCY_PASSENGER_TICKET',
  'AGENCY_TOUR_ORDER_OR_VOUCHER',
  'AIR_FREIGHT',
  'ANIMAL_TRANSPORTATION_CHARGE',
  'CATALOGUE_MERCHANDISE_ORDERED',
  'CLUB_MEMBERSHIP_FEE',
  'COUPON_BOOK',
  'CREDIT_CLASS_SERVICE_ADJUSTMENT',
  'CREDIT_DENIED_BOARDING',
  'CREDIT_EXCHANGE_REFUND',
  'CREDIT_LOST_TICKET_REFUND',
  'CREDIT_MISCELLANEOUS_REFUND',
  'CREDIT_MULTIPLE_UNUSED_TICKETS',
  'CREDIT_OVERCHARGE_ADJUSTMENT',
  'CREDIT_UNUSED_TRANSPORTATION',
  'DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE',
  'DUTY_FREE_SALE',
  'EXCESS_BAGGAGE',
  'EXCHANGE_ADJUSTMENT',
  'EXCHANGE_ORDER',
  'FIREARMS_CASE',
  'FREQUENT_FLYER_FEE_OR_PURCHASE',
  'FREQUENT_FLYER_FULFILLMENT',
  'FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE',
  'GROUP_TICKET',
  'IN_FLIGHT_ADJUSTMENT',
  'IN_FLIGHT_CHARGES',
  'IN_FLIGHT_DUTY_FREE_PURCHASE',
  'IN_FLIGHT_MERCHANDISE_ORDERED',
  'IN_FLIGHT_PHONE_CHARGES',
  'KENNEL_CHARGE',
  'LOST_TICKET_APPLICATION',
  'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE',
  'MISCELLANEOUS_TAXES_FEES',
  'PASSENGER_TICKET',
  'SELF_SERVICE_TICKETS',
  'SENIOR_CITIZEN_DISCOUNT_BOOKLETS',
  'SMALL_PACKAGE_DELIVERY',
  'SPECIAL_SERVICE_TICKET',
  'SUPPORTED_REFUND',
  'TICKET_BY_MAIL',
  'TOUR_DEPOSIT',
  'TOUR_ORDER_VOUCHER',
  'UNDERCHARGE_ADJUSTMENT',
  'UNSUPPORTED_REFUND',
  'UPGRADE_CHARGE',
  'VENDOR_REFUND_CREDIT',
  'VENDOR_SALE',
])

const transactionType = enumeration([
  'EXCHANGE_TICKET',
  'MISCELLANEOUS_CHARGE',
  'REFUND',
  'REVERSAL',
  'TICKET_PURCHASE',
  'TOUR_ORDER',
])

const transactionTypeOfRefund = enumeration(['EXCHANGE_TICKET', 'MISCELLANEOUS_CHARGE', 'REFUND', 'TOUR_ORDER'])

const carrierCode = pattern({
  name: 'Pattern',
  lengths: [2, 6],
  pattern: /^(?:\w{2}|[0-9]{3}|\w{2}\/[0-9]{3})$/,
  wrongCharacters: explain('may only hold two word characters, three digits, or both with a slash between'),
})
const ticketNumber = alphanumeric(11, 16)
const airport = upperAlpha(3)

const leg = {
  carrierCode,
  conjunctionTicketNumber: ticketNumber,
  couponNumber: alphanumeric(1, 1),
  departureAirport: airport,
  departureDate: date(),
  departureTax: amount(),
  departureTime: time(),
  destinationAirport: airport,
  destinationArrivalDate: date(),
  destinationArrivalTime: time(),
  endorsementsRestrictions: alphanumeric(1, 20),
  exchangeTicketNumber: ticketNumber,
  fare: amount(),
  fareBasis: alphanumeric(1, 24),
  fees: amount(),
  flightNumber: alphanumeric(4, 6),
  stopoverPermitted: boolean(),
  taxes: amount(),
  travelClass: alphanumeric(1, 3),
}

const passenger = {
  firstName: string(1, 50),
  frequentFlyerNumber: string(1, 20),
  lastName: string(1, 20),
  middleName: string(1, 50),
  specificInformation: alphanumeric(1, 59),
  title: string(1, 20),
}

const issue = {
  address: string(1, 16),
  carrierCode,
  carrierName: alphanumeric(1, 25),
  city: alphanumeric(1, 18),
  country: country(),
  date: date(),
  travelAgentCode: alphanumeric(8, 9),
  travelAgentName: alphanumeric(1, 30),
}

const ticket = {
  conjunctionTicketIndicator: boolean(),
  customerReference: string(1, 20),
  eTicket: boolean(),
  exchangedTicketNumber: ticketNumber,
  issue: group(issue),
  restricted: boolean(),
  taxOrFee: list(group({ amount: amount(), type: alphanumeric(3, 3) })),
  ticketNumber,
  totalFare: amount(),
  totalFees: amount(),
  totalTaxes: amount(),
}

const leg100 = { ...leg, fareBasis: alphanumeric(1, 24, { plus: ' ' }) }
const issue100 = {
  ...issue,
  city: string(1, 100),
  travelAgentName: alphanumeric(1, 30, { plus: " .,-'&/\\()" }),
}
const ticket100 = { ...ticket, issue: group(issue100) }

/** The parts in which operations differ. */
interface Parts {
  readonly leg: Rows
  readonly passenger: Rows
  readonly ticket: Rows
  readonly transactionType: Rows[string]
}

function airlineOf<const P extends Parts>(parts: P) {
  return group({
    bookingReference: alphanumeric(6, 15),
    documentType,
    itinerary: group({
      leg: list(group(parts.leg as P['leg'])),
      numberInParty: digits(1, 3),
      originCountry: country(),
    }),
    passenger: list(group(parts.passenger as P['passenger'])),
    planNumber: alphanumeric(2, 2),
    ticket: group(parts.ticket as P['ticket']),
    transactionType: parts.transactionType as P['transactionType'],
  })
}

/** Airline data of Pay 15. */
export const airlineOfPay15 = airlineOf({
  leg: without(leg, 'destinationArrivalDate'),
  passenger,
  ticket: without(ticket, 'taxOrFee'),
  transactionType,
})

/** Airline data of Pay 29 and of the payment page session. */
export const airlineOfPay29 = airlineOf({
  leg: without(leg, 'destinationArrivalDate'),
  passenger: without(passenger, 'frequentFlyerNumber'),
  ticket: without(ticket, 'taxOrFee'),
  transactionType,
})

/** Airline data of Authorize 38, of the checkout session, and of Verify from version 50. */
export const airline30 = airlineOf({
  leg,
  passenger,
  ticket: without(ticket, 'customerReference', 'taxOrFee'),
  transactionType,
})

/** Airline data of Pay from version 50. */
export const airlineOfPay50 = airlineOf({ leg, passenger, ticket: without(ticket, 'taxOrFee'), transactionType })

/** The same in answers that contain values from another version: version 100 has wider limits. */
export const airlineResponseOfPay50 = airlineOf({
  leg: leg100,
  passenger,
  ticket: without(ticket100, 'taxOrFee'),
  transactionType,
})

/** Airline data of Verify 100. */
export const airline100 = airlineOf({
  leg: leg100,
  passenger,
  ticket: without(ticket100, 'customerReference'),
  transactionType,
})

/** Airline data of Refund 100. */
export const airlineOfRefund100 = airlineOf({
  leg: leg100,
  passenger,
  ticket: ticket100,
  transactionType: transactionTypeOfRefund,
})

/** Everything that any operation may contain of a ticket: Pay 100, and what answers echo. */
export const airline = airlineOf({ leg: leg100, passenger, ticket: ticket100, transactionType })
