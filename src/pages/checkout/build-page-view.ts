// The view of a page, from the values of its session and the merchant's profile.

import {
  declineReasonOf,
  type EndedCheckout,
  isUnderWay,
  mayAuthenticate,
  type OpenedCheckout,
  offeredWallets,
  type PageContent,
  type PageInteraction,
} from '../../checkout/index.ts'
import { providers as allProviders } from '../../kernel/provider.ts'
import { type Merchant, type PageTheme, readPageColour, readPageTheme } from '../../merchants/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import { decimalAmountText, lineTotalText } from './amount-text.ts'
import { logoAddress } from './branding/logo-routes.ts'
import { valuesOfLastAttempt } from './entered-values.ts'
import { acceptedBrands, offeredSources, providerName } from './offered-sources.ts'
import type {
  AddressView,
  FieldRequirement,
  Frame,
  MerchantView,
  OrderView,
  PayView,
  WalletsView,
} from './page-view.ts'
import { chooseLanguage } from './render/texts/index.ts'
import { savedAccounts } from './saved-accounts.ts'
import { shopOrigins } from './shop-origins.ts'

/** How a page was requested. */
export interface CheckoutPageRequest {
  readonly frame: Frame
  readonly acceptLanguage: string | undefined
}

export interface CommonView {
  readonly locale: string
  readonly merchant: MerchantView
  readonly frame: Frame
  readonly origins: readonly string[]
  readonly isSandbox: boolean
  readonly theme: PageTheme
}

/** What all pages of a session have in common. */
export function commonView(page: OpenedCheckout | EndedCheckout, asking: CheckoutPageRequest): CommonView {
  const { merchant } = page
  const { interaction, openedFrom } = page.kind === 'OPENED' ? originSourcesOf(page) : page
  return {
    locale: chooseLanguage(interaction.locale, asking.acceptLanguage),
    merchant: {
      logo: logoAddress(merchant, page.kind === 'OPENED' ? page : undefined),
      ...merchantView(merchant, interaction),
    },
    frame: asking.frame,
    origins: shopOrigins({ profile: merchant.profile, interaction, openedFrom }),
    isSandbox: isSandbox(merchant),
    theme: { ...profileTheme(merchant), ...readPageTheme(interaction.theme) },
  }
}

/** What a session says of the theme takes precedence over it. */
function profileTheme({ profile: { pageColour, pageFont } }: Merchant): PageTheme {
  return { colour: readPageColour(pageColour), font: pageFont }
}

function originSourcesOf({ content, stored }: OpenedCheckout): {
  interaction: PageInteraction
  openedFrom: readonly string[]
} {
  return { interaction: content.interaction ?? {}, openedFrom: stored.openedFrom }
}

/** A merchant whose id begins with this prefix moves no money. */
function isSandbox({ id }: Merchant): boolean {
  return id.startsWith('TEST')
}

function merchantView({ profile }: Merchant, { merchant = {} }: PageInteraction): MerchantView {
  const { name, address = {}, email, phone, url } = merchant
  const lines = [address.line1, address.line2, address.line3, address.line4]
  return {
    name: name ?? profile.name,
    addressLines: lines.filter((line) => line !== undefined),
    email,
    phone,
    url,
  }
}

/** What was typed and refused, or why the acquirer was not called. */
export type FormFeedback = Pick<PayView, 'values' | 'faults'> & Pick<Partial<PayView>, 'declined'>

export async function payView(
  page: OpenedCheckout,
  asking: CheckoutPageRequest,
  shown: FormFeedback,
  dependencies: Pick<
    CheckoutPageDependencies,
    | 'tokens'
    | 'clock'
    | 'providers'
    | 'payerAuthentication'
    | 'risk'
    | 'store'
    | 'velocity'
    | 'wallets'
    | 'walletPages'
    | 'isSandbox'
  >,
): Promise<PayView> {
  const { content, operation, stored, attemptsMax, sessionId, merchant } = page
  const { displayControl = {} } = content.interaction ?? {}
  const { attempts } = stored.checkout
  const [saved, wallets, checksAddress] = await Promise.all([
    savedAccounts(page, dependencies),
    offeredWallets(page, dependencies),
    hasAddressRules(merchant, dependencies),
  ])
  const shipping = displayControl.shipping === 'READ_ONLY' ? shippingView(content) : undefined
  const paths = checkoutPaths(sessionId, asking.frame)
  const sources = offeredSources(page, asking.frame, dependencies)
  const names = allProviders.filter((each) => sources.includes(each))
  return {
    kind: 'PAY',
    ...commonView(page, asking),
    operation,
    order: orderView(content),
    showsOrder: displayControl.orderSummary ?? 'SHOW',
    sources,
    providerNames: Object.fromEntries(names.map((each) => [each, providerName(merchant, each, dependencies)])),
    wallets: wallets.length > 0 ? { offered: wallets, ...walletPaths(sessionId, asking.frame) } : undefined,
    saved,
    acceptedBrands: acceptedBrands(merchant, content.order?.currency),
    asksName: true,
    billing: withPostcode(billingView(content), content, checksAddress),
    email: emailView(content),
    shipping,
    attempt: attempts + 1,
    attemptsLeft: attemptsMax - attempts,
    ...lastDecline(page, dependencies),
    ...shown,
    values: { ...(await valuesOfLastAttempt(page, dependencies)), ...shown.values },
    asksDevice: mayAuthenticate(page, dependencies),
    payPath: paths.pay,
    leavePath: checkoutPaths(sessionId, 'PAGE').pay,
    // An embedded page is inside the shop's page, which has its own way out.
    cancelPath: asking.frame === 'EMBEDDED' ? undefined : paths.cancel,
    returnsOnCancel: asking.frame !== 'EMBEDDED' && returnsOnCancel(content, asking),
    secondsLeft: Math.max(
      0,
      Math.floor((stored.expiresAt.getTime() - dependencies.clock.expiryTime().getTime()) / 1_000),
    ),
    timeoutPath: paths.timeout,
  }
}

/** The result of the last attempt, if the payer should see it. */
function lastDecline(
  { merchant, stored: { checkout } }: OpenedCheckout,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): Pick<PayView, 'declined' | 'declinedAt'> {
  const last = isUnderWay(checkout) ? undefined : checkout.last
  const declined = last && declineReasonOf(last)
  if (!declined) return {}
  return { declined, declinedAt: last.provider && providerName(merchant, last.provider, dependencies) }
}

interface Paths {
  readonly pay: string
  readonly cancel: string
  readonly timeout: string
  readonly anotherWay: string
}

export function checkoutPaths(sessionId: string, frame: Frame): Paths {
  const path = `/checkout/pay/${sessionId}`
  const query = frame === 'PAGE' ? '' : `?frame=${frame.toLowerCase()}`
  const below = (rest: string) => `${path}/${rest}${query}`
  return { pay: path + query, cancel: below('cancel'), timeout: below('timeout'), anotherWay: below('another-way') }
}

/** Below the page itself, in the same frame. */
function walletPaths(sessionId: string, frame: Frame): Omit<WalletsView, 'offered'> {
  const path = `/checkout/pay/${sessionId}/wallet`
  const query = frame === 'PAGE' ? '' : `?frame=${frame.toLowerCase()}`
  return {
    payPath: `${path}${query}`,
    validationPath: `${path}/validation${query}`,
    simulationPath: `${path}/simulation${query}`,
  }
}

export function orderView({ order = {} }: PageContent): OrderView {
  const { id = '', currency = '', description, reference } = order
  const text = (amount: string | undefined) => (amount === undefined ? undefined : decimalAmountText(amount, currency))
  return {
    id,
    currency,
    description,
    reference,
    amount: text(order.amount),
    items: (order.item ?? []).map(({ name, description: about, quantity, unitPrice }) => ({
      name,
      description: about,
      quantity,
      amount: lineTotalText(unitPrice, quantity, currency),
    })),
    taxAmount: text(order.taxAmount),
    shippingAndHandlingAmount: text(order.shippingAndHandlingAmount),
    discountAmount: text(order.discount?.amount),
  }
}

/** A missing value cannot be shown, and the payer is not asked for it instead. */
function readable(requirement: FieldRequirement, isThere: boolean): FieldRequirement {
  return requirement === 'READ_ONLY' && !isThere ? 'HIDE' : requirement
}

export function billingView({ billing, interaction }: PageContent): PayView['billing'] {
  const address = addressView(billing?.address)
  const requirement = interaction?.displayControl?.billingAddress ?? 'HIDE'
  return { requirement: readable(requirement, Object.keys(address).length > 0), address }
}

/** Rules about what the issuer says of the payer's address, for which the payer has to give one. */
async function hasAddressRules(
  { profile }: Merchant,
  { risk }: Pick<CheckoutPageDependencies, 'risk'>,
): Promise<boolean> {
  return profile.risk.avs.length > 0 || (await risk.operatorRules()).avs.length > 0
}

/** Asked for where neither the merchant nor the session says anything of the address; an earlier attempt may have left it. */
function withPostcode(
  billing: PayView['billing'],
  { interaction }: PageContent,
  checksAddress: boolean,
): PayView['billing'] {
  const isOpen = interaction?.displayControl?.billingAddress === undefined
  const isUnknown = Object.keys(billing.address).every((name) => name === 'postcodeZip')
  return isOpen && isUnknown && checksAddress ? { ...billing, requirement: 'POSTCODE' } : billing
}

export function emailView({ customer, interaction }: PageContent): PayView['email'] {
  const address = customer?.email
  const requirement = interaction?.displayControl?.customerEmail ?? 'HIDE'
  return { requirement: readable(requirement, address !== undefined), address }
}

export function shippingView({ shipping }: PageContent): PayView['shipping'] {
  const address = addressView(shipping?.address)
  const name = [shipping?.contact?.firstName, shipping?.contact?.lastName].filter(Boolean).join(' ')
  if (Object.keys(address).length === 0 && !name) return undefined
  return { name: name || undefined, address }
}

function addressView(address: AddressView | undefined): AddressView {
  const names = ['street', 'street2', 'city', 'stateProvince', 'postcodeZip', 'country'] as const
  return Object.fromEntries(
    names.flatMap((name) => (address?.[name] === undefined ? [] : [[name, address[name]]])),
  ) as AddressView
}

/** Whether cancelling leads to the shop, or to a page with a link to it. */
export function returnsOnCancel(
  { interaction = {} }: OpenedCheckout['content'],
  { frame }: Pick<CheckoutPageRequest, 'frame'>,
): boolean {
  return frame !== 'PAGE' || (interaction.cancelUrl ?? interaction.merchant?.url) !== undefined
}
