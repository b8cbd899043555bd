// An attempt of a page whose payer must be authenticated by the bank: the card goes into the session, the bank is asked
// and may challenge the payer, and then the session pays. Every step is stored before the next one, so any later
// request for the page can continue.
import { nextAuthenticationId, nextTransactionId } from '../../domain/checkout/checkout.ts'
import { isRejection } from '../../domain/rejection.ts'
import { asJson } from '../as-json.ts'
import { apiOperations, withAttemptState } from './open-checkout.ts'
import type { OpenedCheckout } from './page-state.ts'
import { entryPointOf, finishAttempt, resolvePageAttempt } from './resolve-page-attempt.ts'
import {
  type AttemptResponse,
  attemptResponseOf,
  type OperationCaller,
  type PageAttemptResult,
  type PaymentChoice,
  type PayPorts,
  runPageAttempt,
  withdrawAttempt,
} from './run-page-attempt.ts'
import { updateWithDetails } from './store-card-in-session.ts'

/** The first version whose contracts know payer authentication by transactions. */
const firstVersion = 50

export function payAuthenticated(
  opened: OpenedCheckout,
  wish: PaymentChoice,
  ask: OperationCaller,
  ports: PayPorts,
): Promise<PageAttemptResult> {
  return runPageAttempt(
    opened,
    {
      choose: nextAuthenticationId,
      begin: (transactionId, at) => ({ kind: 'AUTHENTICATE', transactionId, at }),
      async prepare(page) {
        const updated = await updateWithDetails(page, wish.details, ask)
        return isRejection(updated) ? updated : { ...page, session: updated.session }
      },
      request: (page, transactionId) => ({
        ...operationCallOf(page, transactionId),
        operation: 'INITIATE_AUTHENTICATION',
        body: asJson({
          apiOperation: 'INITIATE_AUTHENTICATION',
          session: { id: page.sessionId },
          authentication: { channel: 'PAYER_BROWSER', purpose: purposeOf(page) },
        }),
      }),
      finish: async (page, response) => ({
        ...(await authenticate(page, response, wish, ask, ports)),
        session: page.session,
      }),
    },
    ask,
    ports,
  )
}

function purposeOf({ operation }: OpenedCheckout): string {
  return operation === 'VERIFY' ? 'ADD_CARD' : 'PAYMENT_TRANSACTION'
}

function operationCallOf(
  { merchant, session, createdInVersion, version, content }: OpenedCheckout,
  transactionId: string,
) {
  return {
    merchant,
    version: Math.max(version, firstVersion),
    ids: { orderId: content.order?.id ?? '', transactionId },
    entryPoint: entryPointOf({ session, createdInVersion }),
  }
}

/** The card's bank is known. It decides, or challenges the payer. */
async function authenticate(
  page: OpenedCheckout,
  { answer, gatewayCode }: AttemptResponse,
  { device }: PaymentChoice,
  ask: OperationCaller,
  ports: PayPorts,
): Promise<PageAttemptResult> {
  if (gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, { gatewayCode }, ports)
  const { transaction } = answer
  if (transaction?.authenticationStatus === 'AUTHENTICATION_AVAILABLE') {
    const result = await ask({
      ...operationCallOf(page, transaction.id),
      operation: 'AUTHENTICATE_PAYER',
      body: asJson({
        apiOperation: 'AUTHENTICATE_PAYER',
        session: { id: page.sessionId },
        authentication: { redirectResponseUrl: `${ports.addresses.publicUrl()}/checkout/challenged` },
        device,
      }),
    })
    if (isRejection(result)) return { stored: (await withdrawAttempt(page, ports)).stored, refused: result }
    const response = attemptResponseOf(result)
    if (response.gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, response, ports)
  }
  const settled = await resolvePageAttempt(page, ports)
  return settled.underWay?.kind === 'READY'
    ? payAfterAuthentication(withAttemptState(page, settled), ask, ports)
    : settled
}

/** The payer is authenticated as far as possible: the session pays. */
export function payAfterAuthentication(
  opened: OpenedCheckout,
  ask: OperationCaller,
  ports: PayPorts,
): Promise<PageAttemptResult> {
  const { checkout } = opened.stored
  const apiOperation = apiOperations[opened.operation]
  if (checkout.state !== 'AUTHENTICATING' || !apiOperation) throw new Error('no payer was authenticated on this page')
  const authentication = { transactionId: checkout.transactionId }
  return runPageAttempt(
    opened,
    {
      choose: nextTransactionId,
      begin: (transactionId, at) => ({ kind: 'PROCEED', transactionId, at }),
      request: (page, transactionId) => ({
        ...operationCallOf(page, transactionId),
        operation: apiOperation,
        body: asJson({ apiOperation, session: { id: page.sessionId }, authentication }),
      }),
      finish: (page, { gatewayCode, answer }) => finishAttempt(page, { gatewayCode, answer }, ports),
    },
    ask,
    ports,
  )
}
