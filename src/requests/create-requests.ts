// What every face calls: the API, payers' pages, the console and commands. It knows every operation, and nothing of who shows them.

import type { Rejection } from '../kernel/rejection.ts'
import type { OperationResponse, TransactionResponse } from '../payments/index.ts'
import { type ActionDependencies, actOnOrder, type ManualActionRequest } from './act-on-order.ts'
import { type HandlingDependencies, handleRequest } from './handle-request.ts'
import type { ApiRequest } from './request.ts'
import type { OperationHandlers } from './run-operation.ts'

export interface Requests {
  /** A request with the caller and the contract that it is read by. */
  handle(apiRequest: ApiRequest): Promise<OperationResponse | Rejection>
  /** A user's action on an order. */
  actOnOrder(
    action: ManualActionRequest,
  ): Promise<OperationResponse<TransactionResponse> | Rejection | { readonly kind: 'UNKNOWN_MERCHANT' }>
}

type RequestDependencies = HandlingDependencies & ActionDependencies

export function createRequests(operations: OperationHandlers, dependencies: RequestDependencies): Requests {
  return {
    handle: (apiRequest) => handleRequest(apiRequest, operations, dependencies),
    actOnOrder: (action) => actOnOrder(action, operations, dependencies),
  }
}
