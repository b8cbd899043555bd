// The paths of the API that operations share, with the identifiers in them.
import { alphanumeric, string } from './field-types.ts'
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
