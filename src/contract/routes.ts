// The paths of the API that operations share, with the identifiers in them.
import { alphanumeric, string } from './field-types.ts'
import { agreement } from './groups/agreement.ts'
import { paymentLinkId as paymentLinkIdRow } from './groups/payment-link.ts'
import { session } from './groups/session.ts'
import { token } from './groups/source-of-funds.ts'
import { threeDSecureId as threeDSecureIdRow } from './groups/three-d-secure.ts'
import type { Route } from './operation.ts'

const orderId = { field: 'order.id', row: string(1, 40) }
const transactionId = { field: 'transaction.id', row: string(1, 40) }

/** In every path; checked before anything else of it. */
export const merchantIdRow = alphanumeric(1, 40, { plus: '-_' })

export const transactionRoute: Route = {
  methods: ['PUT'],
  path: '/order/:orderId/transaction/:transactionId',
  ids: { orderId, transactionId },
  byApiOperation: true,
}

export const retrieveTransactionRoute: Route = { ...transactionRoute, methods: ['GET'], byApiOperation: false }

export const retrieveOrderRoute: Route = {
  methods: ['GET'],
  path: '/order/:orderId',
  ids: { orderId },
  byApiOperation: false,
}

const tokenId = { field: 'token', row: token }
const sessionId = { field: 'session.id', row: session.rows.id }

export const tokenRoute: Route = {
  methods: ['PUT'],
  path: '/token/:tokenId',
  ids: { tokenId },
  byApiOperation: false,
}

export const retrieveTokenRoute: Route = { ...tokenRoute, methods: ['GET'] }
export const deleteTokenRoute: Route = { ...tokenRoute, methods: ['DELETE'] }

export const createTokenRoute: Route = { methods: ['POST'], path: '/token', ids: {}, byApiOperation: false }

export const searchTokensRoute: Route = { methods: ['POST'], path: '/tokenSearch', ids: {}, byApiOperation: false }

/** A plain session; the body names no operation and may be absent altogether. */
export const createSessionRoute: Route = { methods: ['POST'], path: '/session', ids: {}, byApiOperation: false }

/** A session for a hosted page, of the kind that apiOperation names. */
export const pageSessionRoute: Route = { ...createSessionRoute, byApiOperation: true }

export const updateSessionRoute: Route = {
  methods: ['PUT'],
  path: '/session/:sessionId',
  ids: { sessionId },
  byApiOperation: false,
}

export const retrieveSessionRoute: Route = { ...updateSessionRoute, methods: ['GET'] }

const agreementId = { field: 'agreement.id', row: agreement.rows.id }

export const retrieveAgreementRoute: Route = {
  methods: ['GET'],
  path: '/agreement/:agreementId',
  ids: { agreementId },
  byApiOperation: false,
}

const paymentLinkId = { field: 'paymentLink.id', row: paymentLinkIdRow }

export const paymentLinkRoute: Route = {
  methods: ['PUT'],
  path: '/paymentLink/:paymentLinkId',
  ids: { paymentLinkId },
  byApiOperation: true,
}

export const retrievePaymentLinkRoute: Route = { ...paymentLinkRoute, methods: ['GET'], byApiOperation: false }

/** Where shop modules end a payment link. */
export const deletePaymentLinkRoute: Route = {
  methods: ['DELETE'],
  path: '/link/:paymentLinkId',
  ids: { paymentLinkId },
  byApiOperation: false,
}

/** What has happened to all of the merchant's orders and tokens. */
export const eventsRoute: Route = { methods: ['GET'], path: '/events', ids: {}, byApiOperation: false }

/** The open settlement batch. */
export const batchRoute: Route = { methods: ['PUT'], path: '/batch', ids: {}, byApiOperation: false }

/** The merchant itself. */
export const merchantRoute: Route = { methods: ['POST'], path: '', ids: {}, byApiOperation: true }

/** Older clients ask with GET. */
export const paymentOptionsInquiryRoute: Route = {
  methods: ['POST', 'GET'],
  path: '/paymentOptionsInquiry',
  ids: {},
  byApiOperation: false,
}

const threeDSecureId = { field: '3DSecureId', row: threeDSecureIdRow }

export const checkEnrollmentRoute: Route = {
  methods: ['PUT'],
  path: '/3DSecureId/:threeDSecureId',
  ids: { threeDSecureId },
  byApiOperation: true,
}

export const processAcsResultRoute: Route = { ...checkEnrollmentRoute, methods: ['POST'] }

export const retrieveThreeDSecureRoute: Route = { ...checkEnrollmentRoute, methods: ['GET'], byApiOperation: false }
