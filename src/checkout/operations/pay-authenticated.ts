// An attempt of a page whose payer must be authenticated by the bank: the card goes into the session, the bank is asked
// and may challenge the payer, and then the session pays. Every step is stored before the next one, so any later
// request for the page can continue.

import { asJson } from '../../contract/json/json.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { nextAuthenticationId, nextTransactionId } from '../rules/checkout.ts'
import { apiOperations, withAttemptState } from './open-checkout.ts'
import type { OpenedCheckout } from './page-state.ts'
import { entryPointOf, finishAttempt, resolvePageAttempt } from './resolve-page-attempt.ts'
import {
  type AttemptResponse,
  attemptResponseOf,
  type OperationCaller,
  type PageAttemptResult,
  type PayDependencies,
  type PaymentChoice,
  runPageAttempt,
  withdrawAttempt,
} from './run-page-attempt.ts'
import { updateWithDetails } from './store-card-in-session.ts'

/** The first version whose contracts know payer authentication by transactions. */
const firstVersion = 50

export function payAuthenticated(
  opened: OpenedCheckout,
  choice: PaymentChoice,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  return runPageAttempt(
    opened,
    {
      choose: nextAuthenticationId,
      begin: (transactionId, at) => ({ kind: 'AUTHENTICATE', transactionId, at }),
      async prepare(page) {
        const updated = await updateWithDetails(page, choice.details, ask)
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
        ...(await authenticate(page, response, choice, ask, dependencies)),
        session: page.session,
      }),
    },
    ask,
    dependencies,
  )
}

function purposeOf({ operation }: OpenedCheckout): string {
  return operation === 'VERIFY' ? 'ADD_CARD' : 'PAYMENT_TRANSACTION'
}

function operationCallOf(
  { merchant, session, createdInVersion, version, content }: OpenedCheckout,
  transactionId: string,
) {
  const shownMerchantName = content.interaction?.merchant?.name
  return {
    merchant,
    shownMerchantName,
    version: Math.max(version, firstVersion),
    ids: { orderId: content.order?.id ?? '', transactionId },
    entryPoint: entryPointOf({ session, createdInVersion }),
  }
}

/** The card's bank is known. It examines the browser first, where it wants to and can. */
async function authenticate(
  page: OpenedCheckout,
  { response, gatewayCode }: AttemptResponse,
  { device, runsScripts }: PaymentChoice,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  if (gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, { gatewayCode }, dependencies)
  const isAvailable = response.transaction?.authenticationStatus === 'AUTHENTICATION_AVAILABLE'
  if (!isAvailable) return continueAttempt(page, ask, dependencies)
  const pending = runsScripts ? await resolvePageAttempt(page, dependencies) : undefined
  return pending?.underWay?.kind === 'EXAMINED' ? pending : authenticateExamined(page, device, ask, dependencies)
}

/** The bank has examined the browser, as far as it could. It decides, or challenges the payer. */
export async function authenticateExamined(
  page: OpenedCheckout,
  device: PaymentChoice['device'],
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  const { checkout } = page.stored
  if (checkout.state !== 'AUTHENTICATING') throw new Error('no payer is being authenticated on this page')
  const result = await ask({
    ...operationCallOf(page, checkout.transactionId),
    operation: 'AUTHENTICATE_PAYER',
    body: asJson({
      apiOperation: 'AUTHENTICATE_PAYER',
      session: { id: page.sessionId },
      authentication: { redirectResponseUrl: `${dependencies.addresses.publicUrl()}/checkout/challenged` },
      device,
    }),
  })
  // Another tab came first, and described the browser in other words.
  const isTakenOver = isRejection(result) && result.reason === 'TRANSACTION_ID_USED'
  if (isRejection(result) && !isTakenOver)
    return { stored: (await withdrawAttempt(page, dependencies)).stored, refused: result }
  const response = isRejection(result) ? undefined : attemptResponseOf(result)
  if (response?.gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, response, dependencies)
  return continueAttempt(page, ask, dependencies)
}

async function continueAttempt(
  page: OpenedCheckout,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  const settled = await resolvePageAttempt(page, dependencies)
  return settled.underWay?.kind === 'READY'
    ? payAfterAuthentication(withAttemptState(page, settled), ask, dependencies)
    : settled
}

/** The payer is authenticated as far as possible: the session pays. */
export function payAfterAuthentication(
  opened: OpenedCheckout,
  ask: OperationCaller,
  dependencies: PayDependencies,
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
      finish: (page, { gatewayCode, response }) => finishAttempt(page, { gatewayCode, response }, dependencies),
    },
    ask,
    dependencies,
  )
}
