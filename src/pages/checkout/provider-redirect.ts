// The pages while the payer has to be on another site: a provider's, or the payer's bank's.

import type { OpenedCheckout, PendingStep } from '../../checkout/index.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import {
  type CheckoutPageRequest,
  checkoutPaths,
  commonView,
  orderView,
  returnsOnCancel,
  shippingView,
} from './build-page-view.ts'
import { providerName } from './offered-sources.ts'
import type { ChallengeView, ExaminationView, LeaveView, UnfinishedView } from './page-view.ts'
import type { CheckoutResponse, ReturnCookie } from './responses.ts'

/** The name of the attempt's provider. */
export function attemptProviderName(
  { merchant, stored: { checkout } }: OpenedCheckout,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): string {
  const provider: Provider | undefined = 'provider' in checkout ? checkout.provider : undefined
  return provider ? providerName(merchant, provider, dependencies) : ''
}

/** The browser may remember the way back by itself: the provider cannot give it, because it does not know the page. */
function cookieOf({ sessionId, stored: { returnToken } }: OpenedCheckout): { readonly cookie?: ReturnCookie } {
  return returnToken === undefined ? {} : { cookie: { returnToken, sessionId } }
}

/** The payer has pressed the button, and is sent there. */
export function redirectToProvider(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  url: string,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): CheckoutResponse {
  const through: LeaveView = {
    kind: 'LEAVE',
    ...commonView(page, asking),
    provider: attemptProviderName(page, dependencies),
    url,
  }
  return { kind: 'REDIRECT', url, through, ...cookieOf(page) }
}

/** The payer is back before anything was decided there. */
export function unfinishedResponse(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  redirectUrl: string,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): CheckoutResponse {
  const paths = checkoutPaths(page.sessionId, asking.frame)
  const view: UnfinishedView = {
    kind: 'UNFINISHED',
    ...commonView(page, asking),
    provider: attemptProviderName(page, dependencies),
    redirectUrl,
    againPath: paths.pay,
    anotherWayPath: paths.anotherWay,
  }
  return { kind: 'PAGE', status: 200, view, ...cookieOf(page) }
}

type Method = Extract<PendingStep, { readonly kind: 'EXAMINED' }>['method']

/** The bank examines the browser in a hidden frame, and the page goes on by itself. */
export function examinationResponse(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  { url, postData }: Method,
): CheckoutResponse {
  const view: ExaminationView = {
    kind: 'EXAMINATION',
    ...commonView(page, asking),
    acsUrl: url,
    acsFields: { threeDSMethodData: postData },
    payPath: checkoutPaths(page.sessionId, asking.frame).pay,
  }
  return { kind: 'PAGE', status: 200, view }
}

type Challenge = Extract<PendingStep, { readonly kind: 'CHALLENGED' }>['challenge']

export function challengeResponse(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  { url, fields, returnOrigin }: Challenge,
  { clock }: Pick<CheckoutPageDependencies, 'clock'>,
): CheckoutResponse {
  const { sessionId, content, operation, stored } = page
  const paths = checkoutPaths(sessionId, asking.frame)
  const { displayControl = {} } = content.interaction ?? {}
  const shipping = displayControl.shipping === 'READ_ONLY' ? shippingView(content) : undefined
  const view: ChallengeView = {
    kind: 'CHALLENGE',
    ...commonView(page, asking),
    operation,
    order: orderView(content),
    showsOrder: displayControl.orderSummary ?? 'SHOW',
    shipping,
    acsUrl: url,
    acsFields: fields,
    returnOrigin,
    againPath: paths.pay,
    anotherWayPath: paths.anotherWay,
    // An embedded page is inside the shop's page, which has its own way out.
    cancelPath: asking.frame === 'EMBEDDED' ? undefined : paths.cancel,
    returnsOnCancel: asking.frame !== 'EMBEDDED' && returnsOnCancel(content, asking),
    secondsLeft: Math.max(0, Math.floor((stored.expiresAt.getTime() - clock.expiryTime().getTime()) / 1_000)),
    timeoutPath: paths.timeout,
  }
  return { kind: 'PAGE', status: 200, view }
}
