// An example request for every operation: the reference prints them, the interactive page sends them. Together they
// form a few scenarios on the sandbox's published test cards; the later steps of a scenario use the ids of the earlier
// ones.
import type { OperationName } from '../operation.ts'

export interface Example {
  readonly merchantId: string
  /** The identifiers in the path. */
  readonly ids: Readonly<Record<string, string>>
  /** Absent where the request has no body. */
  readonly body?: Readonly<Record<string, unknown>>
}

const merchantId = 'TESTMERCHANT'

/** Approved by the sandbox, with a security code that matches. */
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' }
const cardSource = { type: 'CARD', provided: { card } }
const storedCard = { type: 'CARD', provided: { card: { number: card.number, expiry: card.expiry } } }

/** Ids of the right form for what the gateway names itself; put in what you were answered. */
const sessionId = 'SESSION0002123456789F12345678N1'
const token = '9123456789012343'
const paymentLinkId = '4Tq0d9GZkP3yXWm7VbnR2sLcHf'

const browserOrder = { amount: '25.00', currency: 'EUR', description: 'Two tickets', reference: 'TEST-SUCCEED' }
const returnUrl = 'https://shop.example/return?order=order-1003'

const authorization = { orderId: 'order-1001' }
const browserPayment = { orderId: 'order-1003', transactionId: '1' }
const authentication = { orderId: 'order-1004', transactionId: '1' }
const enrollment = { threeDSecureId: 'secure-1005' }

const newest: Readonly<Record<OperationName, Example>> = {
  // An authorization, changed, captured, refunded in part; the refund taken back.
  AUTHORIZE: {
    merchantId,
    ids: { ...authorization, transactionId: '1' },
    body: {
      apiOperation: 'AUTHORIZE',
      order: { amount: '100.00', currency: 'USD', reference: 'invoice-1001' },
      sourceOfFunds: cardSource,
    },
  },
  UPDATE_AUTHORIZATION: {
    merchantId,
    ids: { ...authorization, transactionId: '2' },
    body: { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '120.00', currency: 'USD' } },
  },
  CAPTURE: {
    merchantId,
    ids: { ...authorization, transactionId: '3' },
    body: { apiOperation: 'CAPTURE', transaction: { amount: '120.00', currency: 'USD' } },
  },
  REFUND: {
    merchantId,
    ids: { ...authorization, transactionId: '4' },
    body: { apiOperation: 'REFUND', transaction: { amount: '20.00', currency: 'USD' } },
  },
  VOID: {
    merchantId,
    ids: { ...authorization, transactionId: '5' },
    body: { apiOperation: 'VOID', transaction: { targetTransactionId: '4' } },
  },
  RETRIEVE_ORDER: { merchantId, ids: authorization },
  RETRIEVE_TRANSACTION: { merchantId, ids: { ...authorization, transactionId: '1' } },

  PAY: {
    merchantId,
    ids: { orderId: 'order-1002', transactionId: '1' },
    body: {
      apiOperation: 'PAY',
      order: { amount: '49.90', currency: 'USD', reference: 'invoice-1002' },
      sourceOfFunds: cardSource,
    },
  },
  VERIFY: {
    merchantId,
    ids: { orderId: 'order-1000', transactionId: '1' },
    body: { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds: cardSource },
  },
  PAYMENT_OPTIONS_INQUIRY: { merchantId, ids: {}, body: { order: { amount: '49.90', currency: 'USD' } } },

  // A payment at provider A that the payer confirms at the merchant.
  INITIATE_BROWSER_PAYMENT: {
    merchantId,
    ids: browserPayment,
    body: {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: {
        operation: 'PAY',
        providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' },
        returnUrl,
      },
      order: browserOrder,
      sourceOfFunds: { type: 'PROVIDER_A' },
    },
  },
  UPDATE_BROWSER_PAYMENT: { merchantId, ids: browserPayment, body: { apiOperation: 'UPDATE_BROWSER_PAYMENT' } },
  CONFIRM_BROWSER_PAYMENT: { merchantId, ids: browserPayment, body: { apiOperation: 'CONFIRM_BROWSER_PAYMENT' } },

  // Payer authentication, then a payment that names its transaction.
  INITIATE_AUTHENTICATION: {
    merchantId,
    ids: authentication,
    body: {
      apiOperation: 'INITIATE_AUTHENTICATION',
      authentication: { acceptVersions: '3DS1,3DS2', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
      order: { currency: 'USD' },
      sourceOfFunds: storedCard,
    },
  },
  AUTHENTICATE_PAYER: {
    merchantId,
    ids: authentication,
    body: {
      apiOperation: 'AUTHENTICATE_PAYER',
      authentication: { redirectResponseUrl: 'https://shop.example/authenticated?order=order-1004' },
      device: {
        browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        browserDetails: {
          '3DSecureChallengeWindowSize': 'FULL_SCREEN',
          acceptHeaders: 'text/html',
          colorDepth: 24,
          javaEnabled: false,
          language: 'en-GB',
          screenHeight: 1080,
          screenWidth: 1920,
          timeZone: 0,
        },
        ipAddress: '192.0.2.7',
      },
      order: { amount: '49.90', currency: 'USD' },
      sourceOfFunds: storedCard,
    },
  },

  // The first generation of 3-D Secure.
  CHECK_3DS_ENROLLMENT: {
    merchantId,
    ids: enrollment,
    body: {
      '3DSecure': { authenticationRedirect: { responseUrl: 'https://shop.example/authenticated' } },
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      order: { amount: '49.90', currency: 'USD' },
      sourceOfFunds: storedCard,
    },
  },
  PROCESS_ACS_RESULT: {
    merchantId,
    ids: enrollment,
    body: { '3DSecure': { paRes: 'ZXhhbXBsZQ==' }, apiOperation: 'PROCESS_ACS_RESULT' },
  },
  RETRIEVE_3DS_RESULT: { merchantId, ids: enrollment },

  // A session that a page fills, or that the page is created from.
  CREATE_SESSION: { merchantId, ids: {}, body: {} },
  UPDATE_SESSION: {
    merchantId,
    ids: { sessionId },
    body: { order: { amount: '49.90', currency: 'USD' }, sourceOfFunds: cardSource },
  },
  RETRIEVE_SESSION: { merchantId, ids: { sessionId } },
  CREATE_PAYMENT_PAGE_SESSION: {
    merchantId,
    ids: {},
    body: {
      apiOperation: 'CREATE_PAYMENT_PAGE_SESSION',
      order: { amount: '49.90', currency: 'USD', id: 'order-1006' },
    },
  },
  CREATE_CHECKOUT_SESSION: {
    merchantId,
    ids: {},
    body: {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/return?order=order-1007' },
      order: { amount: '49.90', currency: 'USD', id: 'order-1007' },
    },
  },
  INITIATE_CHECKOUT: {
    merchantId,
    ids: {},
    body: {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        merchant: { name: 'Corner shop' },
        operation: 'PURCHASE',
        returnUrl: 'https://shop.example/return?order=order-1008',
      },
      order: { amount: '49.90', currency: 'USD', description: 'Two tickets', id: 'order-1008' },
    },
  },

  // A card stored under a name of the gateway's, and under one of the merchant's.
  CREATE_TOKEN: { merchantId, ids: {}, body: { sourceOfFunds: storedCard } },
  CREATE_OR_UPDATE_TOKEN: {
    merchantId: 'TESTSUPPLIED',
    ids: { tokenId: 'customer1009card1' },
    body: { sourceOfFunds: storedCard },
  },
  RETRIEVE_TOKEN: { merchantId, ids: { tokenId: token } },
  DELETE_TOKEN: { merchantId, ids: { tokenId: token } },
  SEARCH_TOKENS: { merchantId, ids: {}, body: {} },
  RETRIEVE_PAYMENT_LINK: { merchantId, ids: { paymentLinkId } },
  DISABLE_PAYMENT_LINK: { merchantId, ids: { paymentLinkId }, body: { apiOperation: 'DISABLE_PAYMENT_LINK' } },
  DELETE_PAYMENT_LINK: { merchantId, ids: { paymentLinkId } },
  RETRIEVE_AGREEMENT: { merchantId, ids: { agreementId: 'subscription-1010' } },
  CLOSE_BATCH: { merchantId, ids: {}, body: { acquirer: { cardType: 'MASTERCARD', currency: 'USD' } } },
  RETRIEVE_EVENTS: { merchantId, ids: {} },
  TOKENIZE_BROWSER_PAYMENT: {
    merchantId,
    ids: {},
    body: {
      apiOperation: 'TOKENIZE_BROWSER_PAYMENT',
      browserPayment: { returnUrl: 'https://shop.example/agreed' },
      session: { id: sessionId },
      sourceOfFunds: { type: 'PROVIDER_A' },
    },
  },
}

/** What older versions need instead. Oldest first; each applies up to and including the version it names. */
const older: Partial<Readonly<Record<OperationName, readonly { readonly upTo: number; readonly example: Example }[]>>> =
  {
    INITIATE_BROWSER_PAYMENT: [
      {
        upTo: 30,
        example: {
          merchantId,
          ids: browserPayment,
          body: {
            apiOperation: 'INITIATE_BROWSER_PAYMENT',
            browserPayment: {
              providerA: { operation: 'PAY', paymentConfirmation: 'CONFIRM_AT_MERCHANT' },
              returnUrl,
            },
            order: browserOrder,
            sourceOfFunds: { type: 'PROVIDER_A' },
          },
        },
      },
    ],
  }

/** The example for a version of an operation; the same object wherever the same request will do. */
export function exampleFor(operation: OperationName, version: number): Example {
  return older[operation]?.find(({ upTo }) => version <= upTo)?.example ?? newest[operation]
}
