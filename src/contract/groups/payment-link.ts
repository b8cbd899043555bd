// The payment link of a checkout session: a URL that the merchant sends to the payer.
import { alphanumeric } from '../field-types.ts'
import { dateTime, url } from '../format-types.ts'
import { integer } from '../number-types.ts'
import { always, decided, group } from '../row.ts'

/** Until when the link can be paid, and how often a payment may be attempted. */
export const paymentLink63 = decided(
  'choices',
  group({
    expiryDateTime: dateTime(),
    numberOfAllowedAttempts: integer(1, 99),
  }),
)

/** The link that was created. */
export const paymentLinkAnswer63 = decided(
  'choices',
  group({
    id: always(alphanumeric(26, 26)),
    url: always(url()),
  }),
)
