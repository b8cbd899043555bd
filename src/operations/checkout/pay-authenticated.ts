// An attempt of a page whose payer the bank wants to know: the card goes into the session, the bank is asked and may ask the
// payer, and then the session pays. Every step is stored before the next one, so that whoever looks at the page can go on.
import { nextAuthenticationId, nextTransactionId } from '../../domain/checkout/checkout.ts'
import { isRejection } from '../../domain/rejection.ts'
import { asJson } from '../as-json.ts'
import { apiOperations, withSettled } from './open-checkout.ts'
import type { OpenedCheckout } from './page-state.ts'
import { entryPointOf, finishAttempt, settleAttempt } from './resolve-page-attempt.ts'
import {
  type AskOperation,
  type AttemptEnd,
  carryOutAttempt,
  type Heard,
  heardIn,
  type PayPorts,
  type Wish,
  withdrawn,
} from './run-page-attempt.ts'
import { updateWithDetails } from './store-card-in-session.ts'

/** The first version whose contracts know payer authentication by transactions. */
const firstVersion = 50

export function payAuthenticated(
  opened: OpenedCheckout,
  wish: Wish,
  ask: AskOperation,
  ports: PayPorts,
): Promise<AttemptEnd> {
  return carryOutAttempt(
    opened,
    {
      choose: nextAuthenticationId,
      begin: (transactionId, at) => ({ kind: 'AUTHENTICATE', transactionId, at }),
      async prepare(page) {
        const kept = await updateWithDetails(page, wish.details, ask)
        return isRejection(kept) ? kept : { ...page, session: kept.session }
      },
      request: (page, transactionId) => ({
        ...asked(page, transactionId),
        operation: 'INITIATE_AUTHENTICATION',
        body: asJson({
          apiOperation: 'INITIATE_AUTHENTICATION',
          session: { id: page.sessionId },
          authentication: { channel: 'PAYER_BROWSER', purpose: purposeOf(page) },
        }),
      }),
      finish: async (page, heard) => ({
        ...(await authenticate(page, heard, wish, ask, ports)),
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

function asked({ merchant, session, version, content }: OpenedCheckout, transactionId: string) {
  return {
    merchant,
    version: Math.max(version, firstVersion),
    ids: { orderId: content.order?.id ?? '', transactionId },
    entryPoint: entryPointOf(session.kind),
  }
}

/** The card's bank is known. It decides, or wants to ask the payer. */
async function authenticate(
  page: OpenedCheckout,
  { answer, gatewayCode }: Heard,
  { device }: Wish,
  ask: AskOperation,
  ports: PayPorts,
): Promise<AttemptEnd> {
  if (gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, { gatewayCode }, ports)
  const { transaction } = answer
  if (transaction?.authenticationStatus === 'AUTHENTICATION_AVAILABLE') {
    const result = await ask({
      ...asked(page, transaction.id),
      operation: 'AUTHENTICATE_PAYER',
      body: asJson({
        apiOperation: 'AUTHENTICATE_PAYER',
        session: { id: page.sessionId },
        authentication: { redirectResponseUrl: `${ports.addresses.publicUrl()}/checkout/challenged` },
        device,
      }),
    })
    if (isRejection(result)) return { stored: (await withdrawn(page, ports)).stored, refused: result }
    const heard = heardIn(result)
    if (heard.gatewayCode === 'LOCK_FAILURE') return finishAttempt(page, heard, ports)
  }
  const settled = await settleAttempt(page, ports)
  return settled.underWay?.kind === 'READY' ? proceed(withSettled(page, settled), ask, ports) : settled
}

/** The payer is authenticated as far as possible: the session pays. */
export function proceed(opened: OpenedCheckout, ask: AskOperation, ports: PayPorts): Promise<AttemptEnd> {
  const { checkout } = opened.stored
  const apiOperation = apiOperations[opened.operation]
  if (checkout.state !== 'AUTHENTICATING' || !apiOperation) throw new Error('nobody was authenticated on this page')
  const authentication = { transactionId: checkout.transactionId }
  return carryOutAttempt(
    opened,
    {
      choose: nextTransactionId,
      begin: (transactionId, at) => ({ kind: 'PROCEED', transactionId, at }),
      request: (page, transactionId) => ({
        ...asked(page, transactionId),
        operation: apiOperation,
        body: asJson({ apiOperation, session: { id: page.sessionId }, authentication }),
      }),
      finish: (page, { gatewayCode, answer }) => finishAttempt(page, { gatewayCode, answer }, ports),
    },
    ask,
    ports,
  )
}
