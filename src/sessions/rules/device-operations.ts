// What payers' devices may request with the id of a session.
import type { OperationName } from '../../contract/operation.ts'

/** It needs no name, because it has a separate path. */
export const fillsSession: OperationName = 'UPDATE_SESSION'

export const payerAuthenticationOperations: readonly OperationName[] = ['AUTHENTICATE_PAYER', 'INITIATE_AUTHENTICATION']

/** Every operation a device may request. */
export const deviceOperations: readonly OperationName[] = [fillsSession, ...payerAuthenticationOperations]
