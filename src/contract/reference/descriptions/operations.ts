// What each operation is for.
import type { OperationName } from '../../operation.ts'

export const operationSentences = {
  AUTHENTICATE_PAYER:
    'Authenticates the payer after INITIATE_AUTHENTICATION, under the same ids. The issuer may be content, or ask to see the payer first.',
  AUTHORIZE: "Reserves money on the payer's account. A later CAPTURE moves it, a VOID gives it back.",
  CAPTURE: 'Moves money that was authorized, in full or in part. Several captures may follow one authorization.',
  CHECK_3DS_ENROLLMENT:
    'Asks whether a card takes part in the first generation of 3-D Secure, and if so where to send the payer.',
  CLOSE_BATCH:
    'Closes the open settlement batch, so that its transactions are settled; afterwards they can be refunded, no longer voided.',
  CONFIRM_BROWSER_PAYMENT:
    'Completes a browser payment that the payer agreed to at the provider and confirmed at the merchant.',
  CREATE_CHECKOUT_SESSION: 'Makes a session for the checkout page, up to version 62.',
  CREATE_OR_UPDATE_TOKEN:
    'Stores payment details under a token the merchant names, or updates what is stored under a known one.',
  CREATE_PAYMENT_PAGE_SESSION: 'Makes a session for the hosted payment page, so that the payer can return to the shop.',
  CREATE_SESSION: 'Makes an empty session, to be filled with request values before an operation uses it.',
  CREATE_TOKEN: 'Stores payment details under a token that the gateway names.',
  DELETE_TOKEN: 'Forgets a token and the payment details it stands for.',
  INITIATE_AUTHENTICATION: 'Begins the authentication of the payer and says which ways the issuer offers.',
  INITIATE_BROWSER_PAYMENT:
    "Starts a payment on a provider's site and answers with the address to send the payer's browser to.",
  INITIATE_CHECKOUT: 'Makes a session for the checkout page, from version 63 on.',
  PAY: 'Takes a payment in one step: authorizes the amount and captures it at once.',
  PAYMENT_OPTIONS_INQUIRY:
    'Returns the payment methods, currencies and operations that the merchant can offer. Also a simple way to test credentials.',
  PROCESS_ACS_RESULT:
    "Checks what the issuer's page sent back about the payer, for the first generation of 3-D Secure.",
  REFUND: 'Gives captured money back to the payer, in full or in part. Several refunds may follow one payment.',
  RETRIEVE_3DS_RESULT: 'Reads the result of a 3-D Secure check once more.',
  RETRIEVE_AGREEMENT: 'Reads an agreement to a series of payments: its terms, and whether it still holds.',
  RETRIEVE_EVENTS:
    "Reads what has happened to the merchant's orders and tokens, from where the last reading ended. Our own addition.",
  RETRIEVE_ORDER: 'Reads an order with all its transactions as they stand now.',
  RETRIEVE_SESSION: 'Reads what a session holds, account numbers masked.',
  RETRIEVE_TOKEN: 'Reads what is stored under a token, account numbers masked.',
  RETRIEVE_TRANSACTION:
    'Reads a transaction as it stands now: what its operation answered, and what was learned since.',
  SEARCH_TOKENS: 'Finds tokens by what is stored under them, a page at a time.',
  TOKENIZE_BROWSER_PAYMENT:
    "Stores the payer's consent with a provider under a token; the payer agrees on the provider's site.",
  UPDATE_AUTHORIZATION: 'Changes the amount of an authorization, or keeps it alive for longer.',
  UPDATE_BROWSER_PAYMENT: 'Asks the provider how a browser payment stands, before the merchant confirms it.',
  UPDATE_SESSION: 'Puts request values into a session; later values replace earlier ones.',
  VERIFY:
    'Asks whether an account is good, before any payment; of a gift card, also what is left on it. No money moves.',
  VOID: 'Undoes an earlier transaction of the order before the acquirer has settled it.',
} as const satisfies Readonly<Record<OperationName, string>>
