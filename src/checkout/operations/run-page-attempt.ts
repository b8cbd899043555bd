// One attempt of a page: the id of its transaction is chosen and stored, then the request is executed by the same code
// as a request to the API. If the page is submitted twice at once, only one attempt begins.

import type { JsonObject } from '../../contract/json/json.ts'
import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Provider } from '../../kernel/provider.ts'
import { isRejection, type Rejection } from '../../kernel/rejection.ts'
import type { Values } from '../../kernel/values.ts'
import type { Merchant } from '../../merchants/index.ts'
import type { OperationResponse, TransactionResponse } from '../../payments/index.ts'
import type { StoredSession } from '../../sessions/index.ts'
import type { Wallet } from '../../wallets/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { StoredCheckout } from '../ports/checkout-store.ts'
import { advanceCheckout, type CheckoutEvent } from '../rules/checkout.ts'
import { type OpenCheckoutDependencies, withAttemptState } from './open-checkout.ts'
import type { OpenedCheckout, PageAttemptState } from './page-state.ts'
import type { PostedWallet } from './page-wallets.ts'
import { applyCheckoutEvent, keepSessionAlive, orderKeyOf } from './resolve-page-attempt.ts'

/** What the payer entered, in canonical shape, with secrets as such. */
export interface PayerDetails {
  readonly order?: { readonly walletProvider: Wallet }
  readonly sourceOfFunds?: Values
  readonly billing?: { readonly address: Values }
  readonly customer?: { readonly email: string }
}

/** What the payer wants to pay with. */
export interface PaymentChoice {
  readonly details: PayerDetails
  /** The provider whose site is used. */
  readonly provider?: Provider
  /** The wallet that gave the card. */
  readonly wallet?: PostedWallet
  /** A card, entered or stored. */
  readonly isCard: boolean
  /** What the payer's bank may know of the browser, in the form of a request. */
  readonly device: JsonObject
  /** The IP address of the payer's browser. */
  readonly payerAddress: string
  /** The browser runs scripts, without which the bank cannot examine it. */
  readonly runsScripts: boolean
}

export type PayDependencies = OpenCheckoutDependencies &
  Pick<CheckoutDependencies, 'addresses' | 'velocity' | 'wallets'>

/** Executes an operation as if the merchant had sent it to the API. */
export type OperationCaller = (request: {
  readonly merchant: Merchant
  readonly operation:
    | 'AUTHENTICATE_PAYER'
    | 'AUTHORIZE'
    | 'INITIATE_AUTHENTICATION'
    | 'INITIATE_BROWSER_PAYMENT'
    | 'PAY'
    | 'UPDATE_SESSION'
    | 'VERIFY'
  readonly version: number
  readonly ids: Readonly<Record<string, string>>
  readonly body: JsonObject
  readonly entryPoint: EntryPoint
  /** As the page shows it, for the payer's bank. */
  readonly shownMerchantName?: string | undefined
  /** How the ids of this payer's transactions end, where other payers may use the same order. */
  readonly payerSuffix?: string
  readonly combine?: (held: Values, sent: Values) => Values
}) => Promise<OperationResponse | Rejection>

/** The page to show now; with the reason if nothing was sent. */
export interface PageAttemptResult extends PageAttemptState {
  /** A concurrent submission came first: the same form twice, or another tab. */
  readonly isTakenOver?: boolean
  readonly refused?: Rejection
  /** Includes the payer's details, where they were added. */
  readonly session?: StoredSession
}

/** The response of the operation that was executed. */
export interface AttemptResponse {
  readonly response: TransactionResponse
  readonly gatewayCode: GatewayCode
}

export interface PageAttempt {
  /** An id that is different from all of these. */
  readonly choose: (taken: readonly string[]) => string
  readonly begin: (transactionId: string, at: Date) => CheckoutEvent
  /** What to do first, once this attempt is recorded. */
  readonly prepare?: (page: OpenedCheckout) => Promise<OpenedCheckout | Rejection>
  readonly request: (page: OpenedCheckout, transactionId: string) => Parameters<OperationCaller>[0]
  readonly finish: (page: OpenedCheckout, response: AttemptResponse) => Promise<PageAttemptResult>
  /** The end of the URL that the payer comes back to. */
  readonly returnToken?: string | undefined
}

/** How often the merchant's own programs may take the id that was chosen for the transaction. */
const attemptsMax = 5

export async function runPageAttempt(
  opened: OpenedCheckout,
  attempting: PageAttempt,
  ask: OperationCaller,
  dependencies: OpenCheckoutDependencies,
): Promise<PageAttemptResult> {
  const { prepare = unprepared } = attempting
  const payerSuffix = payerSuffixOf(opened)
  let page = opened
  for (let retries = 0; ; retries += 1) {
    const order = await dependencies.store.findOrder(orderKeyOf(opened))
    const taken = (order?.transactions ?? []).map(({ key }) => key.transactionId)
    const transactionId = chooseId(payerSuffix, taken, attempting)
    const begun = await beginAttempt(page, transactionId, attempting, dependencies)
    if (!begun) return { stored: await readCurrentCheckout(page, dependencies), isTakenOver: true }
    const prepared = retries === 0 ? await prepare(begun) : begun
    if (isRejection(prepared)) return { stored: (await withdrawAttempt(begun, dependencies)).stored, refused: prepared }
    page = prepared
    const result = await ask({ ...attempting.request(page, transactionId), ...omitUndefined({ payerSuffix }) })
    if (!isRejection(result)) return attempting.finish(page, attemptResponseOf(result))
    // The request continues after this wait ends, and its outcome will be found.
    if (result.reason === 'STILL_IN_PROGRESS') return { stored: page.stored, underWay: { kind: 'WAITING' } }
    if (result.reason === 'TRANSACTION_ID_USED' && retries < attemptsMax) {
      // An authenticated payer continues with another id; any other attempt begins again.
      if (opened.stored.checkout.state === 'OPEN') page = await withdrawAttempt(page, dependencies)
      continue
    }
    return { stored: (await withdrawAttempt(page, dependencies)).stored, refused: result }
  }
}

/** Where several payers have sessions for one order, none may take the transaction or the details of another for its own. */
function payerSuffixOf({ paymentLink, stored: { sessionHash } }: OpenedCheckout): string | undefined {
  return paymentLink?.isOrderShared ? `-${sessionHash.toString('hex', 0, 4)}` : undefined
}

function chooseId(
  suffix: string | undefined,
  taken: readonly string[],
  { choose }: Pick<PageAttempt, 'choose'>,
): string {
  if (suffix === undefined) return choose(taken)
  const own = taken.filter((id) => id.endsWith(suffix)).map((id) => id.slice(0, -suffix.length))
  return choose(own) + suffix
}

const unprepared = async (page: OpenedCheckout) => page

async function beginAttempt(
  page: OpenedCheckout,
  transactionId: string,
  { begin, returnToken }: PageAttempt,
  dependencies: OpenCheckoutDependencies,
): Promise<OpenedCheckout | undefined> {
  const { checkouts, clock, paymentLinks } = dependencies
  const now = clock.expiryTime()
  const { stored } = page
  const checkout = advanceCheckout(stored.checkout, begin(transactionId, now), page)
  if (!checkout || !(await checkouts.update(stored, checkout, now, returnToken))) return undefined
  if (page.paymentLink?.isForMany) await paymentLinks.noteOrder(page.paymentLink, orderKeyOf(page).orderId, now)
  const token = returnToken ?? stored.returnToken
  const begun = {
    ...stored,
    checkout,
    revision: stored.revision + 1,
    returnToken: token,
  }
  const next = withAttemptState(page, { stored: begun })
  await keepSessionAlive(next, dependencies)
  return next
}

/** Nothing was sent after all. */
export async function withdrawAttempt(
  page: OpenedCheckout,
  dependencies: OpenCheckoutDependencies,
): Promise<OpenedCheckout> {
  return withAttemptState(page, { stored: await applyCheckoutEvent(page, { kind: 'WITHDRAWN' }, dependencies) })
}

export async function readCurrentCheckout(
  { stored }: OpenedCheckout,
  { checkouts }: Pick<CheckoutDependencies, 'checkouts'>,
): Promise<StoredCheckout> {
  return (await checkouts.findAnywhere([stored.sessionHash])) ?? stored
}

export function attemptResponseOf({ response }: OperationResponse): AttemptResponse {
  const transactionResponse = response as TransactionResponse
  return { response: transactionResponse, gatewayCode: transactionResponse.response.gatewayCode as GatewayCode }
}
