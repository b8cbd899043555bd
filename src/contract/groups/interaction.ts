// What the payer sees on a hosted page, and where the payer goes from there.
import { alphanumeric, country, enumeration, string } from '../field-types.ts'
import { email, merchantPage, url, webAddress } from '../format-types.ts'
import { integer } from '../number-types.ts'
import { canonically, decided, group, inOrder, list, required, withDefault, without } from '../row.ts'
import { token } from './source-of-funds.ts'

const asked = enumeration(['HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY'])

/** What the page shows, and how. */
export const displayControlRows = {
  billingAddress: asked,
  customerEmail: asked,
  orderSummary: enumeration(['HIDE', 'SHOW', 'SHOW_PARTIAL']),
  paymentConfirmation: enumeration(['HIDE', 'SHOW']),
  paymentTerms: decided('choices', enumeration(['HIDE', 'SHOW_IF_SUPPORTED'])),
  shipping: enumeration(['HIDE', 'READ_ONLY']),
}

const addressLine = decided('choices', string(1, 100))

const rows = {
  action: decided(
    'choices',
    group({
      '3DSecure': canonically(
        'interaction.action.threeDSecure',
        enumeration(['BYPASS', 'MANDATORY', 'USE_GATEWAY_DEFAULT']),
      ),
      saveCard: enumeration(['HIDE', 'MANDATORY', 'OPTIONAL']),
    }),
  ),
  // Without it the checkout library's cancel callback is used.
  cancelUrl: merchantPage,
  country: decided('choices', country()),
  displayControl: group(displayControlRows),
  locale: decided('choices', alphanumeric(2, 10, { plus: '-_' })),
  merchant: group({
    address: group({ line1: addressLine, line2: addressLine, line3: addressLine, line4: addressLine }),
    email: email(),
    logo: url(),
    name: decided('choices', string(1, 40)),
    phone: decided('choices', string(1, 20)),
    url: webAddress,
  }),
  // NONE only stores the payer's card in the session.
  operation: enumeration(['AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY']),
  redirectMerchantUrl: merchantPage,
  retryAttemptCount: decided('choices', integer(1, 99)),
  returnUrl: merchantPage,
  theme: decided('choices', string(1, 40)),
  timeout: decided('choices', integer(60, 1800)), // seconds
  timeoutUrl: merchantPage,
}

/** The page of the first versions. */
export const interaction15 = group({ ...rows, displayControl: group(without(displayControlRows, 'paymentTerms')) })

/** The page, with terms of payment to show. */
export const interaction50 = group(rows)

/** The page from version 52 on, where the merchant specifies what to do with the payer's card. */
export const interaction52 = group({ ...rows, operation: required(rows.operation) })

/** Cards of the payer that the merchant has stored. The page offers them, and no browser learns their tokens. */
const savedCard = decided('choices', list(group({ token: required(token) })))

/** The page from version 63 on: it has one layout. */
export const interaction63 = group(
  inOrder({
    ...interaction52.rows,
    displayControl: group(without(displayControlRows, 'orderSummary', 'paymentConfirmation')),
    savedCard,
  }),
)

/** The hosted payment page, which has another name for the same things. */
export const paymentPage15 = canonically('interaction', interaction15)

const { action } = rows

/** Every row of every version at its canonical place. */
export const interaction = group(
  inOrder({
    ...rows,
    action: group({ saveCard: action.rows.saveCard, threeDSecure: action.rows['3DSecure'] }),
    savedCard,
  }),
)

/** Where the payer finds the page: in the shop, or behind a link in a message. */
export const checkoutMode63 = withDefault('WEBSITE', enumeration(['PAYMENT_LINK', 'WEBSITE']))
