// The payment link of a checkout session: a URL that the merchant sends to the payer.
import { paymentLinkStates, usesMaxLimit } from '../../kernel/order-status.ts'
import { alphanumeric, boolean, currency, enumeration, string } from '../field-types.ts'
import { dateTime, url } from '../format-types.ts'
import { amount, integer } from '../number-types.ts'
import { always, decided, group, list } from '../row.ts'

export const paymentLinkId = alphanumeric(26, 26)
const attemptsMax = integer(1, 99)

/** Until when the link can be paid, and how often a payment may be attempted. */
export const paymentLink63 = decided(
  'choices',
  group({
    expiryDateTime: dateTime(),
    numberOfAllowedAttempts: attemptsMax,
  }),
)

/** The link that was created, with its terms: shops store them, and write them to the payer. */
export const paymentLinkResponse63 = decided(
  'choices',
  group({
    expiryDateTime: dateTime(),
    id: always(paymentLinkId),
    numberOfAllowedAttempts: always(attemptsMax),
    url: always(url()),
  }),
)

/** A link with its state, and the orders that payers have begun through it. */
export const retrievedPaymentLink63 = decided(
  'choices',
  group({
    creationTime: always(dateTime()),
    // Absent where the link does not expire.
    expiryDateTime: dateTime(),
    id: always(paymentLinkId),
    // Of a link whose amount the payer enters.
    maximumAmount: amount(),
    minimumAmount: amount(),
    numberOfAllowedAttempts: always(attemptsMax),
    // Absent where there is no limit.
    numberOfAllowedPayments: integer(1, usesMaxLimit),
    numberOfPayments: always(integer(0, usesMaxLimit)),
    order: always(
      list(
        group({
          amount: always(amount()),
          creationTime: always(dateTime()),
          currency: always(currency()),
          id: always(string(1, 40)),
          paid: always(boolean()),
        }),
      ),
    ),
    status: always(enumeration(paymentLinkStates)),
    url: always(url()),
  }),
)
