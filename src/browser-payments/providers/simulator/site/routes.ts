// The sites of the simulated providers: pages on which a payer approves, declines, cancels, aborts or leaves a payment.

import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../kernel/clock.ts'
import { omitUndefined } from '../../../../kernel/omit-undefined.ts'
import { type Provider, providers } from '../../../../kernel/provider.ts'
import type { Database } from '../../../../platform/postgres/database.ts'
import { findAgreementByToken, listAgreements, writeAgreementDecision, writeWithdrawal } from '../agreements.ts'
import type { Callbacks } from '../callbacks.ts'
import { bankLogin } from '../conventions.ts'
import { findPayment, type PayerChoice, writeDecision, writeLogIn } from '../payments.ts'
import {
  type CallbackMode,
  callbackModes,
  type PayerDecision,
  type ProviderLine,
  payerDecisions,
} from '../provider-line.ts'
import { providerLineStatusOf } from '../provider-line-status.ts'
import { renderAgreement, renderAgreements } from './agreement-pages.ts'
import { assetRoute, readSiteAssets, type SiteAssets } from './assets.ts'
import { agreementPath, agreementsPath, paymentPath } from './paths.ts'
import { type FormProblem, isDecidable, pageDetailsOf, renderPayment } from './payment-page.ts'
import { type SiteRequest, type SiteResponse, serveSite } from './serve.ts'
import { isShippingEditable, readShipping, type ShippingResult } from './shipping.ts'

export interface SiteOptions {
  readonly database: Database
  readonly clock: Clock
  readonly callbacks: Callbacks
}

export function providerSites(options: SiteOptions): (app: FastifyInstance) => void {
  return (app) => {
    const assets = readSiteAssets()
    assetRoute(app, assets)
    for (const provider of providers) paymentSite(app, { ...options, provider, assets })
    agreementSite(app, { ...options, assets })
  }
}

type Site = SiteOptions & { readonly assets: SiteAssets }

function paymentSite(app: FastifyInstance, site: Site & { readonly provider: Provider }): void {
  const { provider, assets, database, clock, callbacks } = site

  const show = (line: ProviderLine, trouble?: FormProblem): SiteResponse => ({
    kind: 'PAGE',
    text: renderPayment(line, { now: clock.now(), assets, ...omitUndefined({ trouble }) }),
    status: trouble ? 422 : 200,
  })

  async function act(line: ProviderLine, form: URLSearchParams): Promise<SiteResponse> {
    const again: SiteResponse = { kind: 'GO_ON', url: paymentPath(provider, line.siteToken ?? '') }
    const isOpen = isDecidable(line, providerLineStatusOf(line, clock.now()))
    if (form.get('step') === 'login') {
      if (form.get('name')?.trim() !== bankLogin.name || form.get('pin')?.trim() !== bankLogin.pin)
        return isOpen ? show(line, { isLoginWrong: true }) : again
      await writeLogIn(database, { provider, siteToken: line.siteToken ?? '', now: clock.now() })
      return again
    }
    const decision = oneOf(payerDecisions, form.get('decision'))
    if (!decision) return again
    // A payer who sends a form twice has decided once, and is still sent back.
    if (!isOpen) return { kind: 'GO_ON', url: line.returnUrl }
    if (needsLogin(line, decision)) return again
    const shipping = shippingOf(line, { decision, form })
    if (shipping?.kind === 'WRONG') return show(line, { shipping })
    const { reference } = line
    const mode = callbackMode(form)
    const choice: PayerChoice = { decision, callbacks: mode, ...(shipping && { shipping: shipping.shipping }) }
    await writeDecision(database, { provider, reference }, { choice, now: clock.now() })
    if (mode === 'BEFORE') await callbacks.sendDue(reference)
    return { kind: 'GO_ON', url: line.returnUrl }
  }

  const find = ({ siteToken }: SiteRequest) => findPayment(database, { provider, siteToken })
  serveSite(
    app,
    { provider, assets, path: paymentPath(provider, ':siteToken') },
    {
      GET: async (visit) => {
        const line = await find(visit)
        return line ? show(line) : { kind: 'UNKNOWN' }
      },
      POST: async (visit) => {
        const line = await find(visit)
        return line ? act(line, visit.form) : { kind: 'UNKNOWN' }
      },
    },
  )
}

/** Before logging in a payer can only leave. */
function needsLogin({ provider, isLoggedIn }: ProviderLine, decision: PayerDecision): boolean {
  return provider === 'PROVIDER_C' && !isLoggedIn && decision !== 'CANCEL' && decision !== 'ABORT'
}

/** Only an approving payer has chosen an address, and only where it could be changed. */
function shippingOf(
  line: ProviderLine,
  { decision, form }: { readonly decision: PayerDecision; readonly form: URLSearchParams },
): ShippingResult | undefined {
  const canChoose = line.provider === 'PROVIDER_A' && isShippingEditable(pageDetailsOf(line))
  return canChoose && decision === 'APPROVE' ? readShipping(form) : undefined
}

function callbackMode(form: URLSearchParams): CallbackMode {
  return oneOf(callbackModes, form.get('callbacks')) ?? 'NORMAL'
}

function oneOf<T extends string>(words: readonly T[], text: string | null): T | undefined {
  return words.find((word) => word === text)
}

function agreementSite(app: FastifyInstance, { database, clock, callbacks, assets }: Site): void {
  const address = { provider: 'PROVIDER_A', assets } as const

  serveSite(
    app,
    { ...address, path: agreementPath(':siteToken') },
    {
      GET: async ({ siteToken }) => {
        const agreement = await findAgreementByToken(database, siteToken)
        return agreement ? { kind: 'PAGE', text: renderAgreement(agreement, assets) } : { kind: 'UNKNOWN' }
      },
      POST: async ({ siteToken, form }) => {
        const agreement = await findAgreementByToken(database, siteToken)
        if (!agreement) return { kind: 'UNKNOWN' }
        const decision = oneOf(['AGREED', 'REFUSED'], form.get('decision'))
        if (!decision || !agreement.returnUrl) return { kind: 'GO_ON', url: agreementPath(siteToken) }
        const mode = callbackMode(form)
        await writeAgreementDecision(database, agreement, { decision, callbacks: mode, now: clock.now() })
        if (mode === 'BEFORE') await callbacks.sendDue(agreement.reference)
        return { kind: 'GO_ON', url: agreement.returnUrl }
      },
    },
  )
  serveSite(
    app,
    { ...address, path: agreementsPath(':siteToken') },
    {
      GET: async ({ siteToken }) => {
        const agreement = await findAgreementByToken(database, siteToken)
        if (!agreement) return { kind: 'UNKNOWN' }
        return { kind: 'PAGE', text: renderAgreements(await listAgreements(database, agreement.account), assets) }
      },
      POST: async ({ siteToken, form }) => {
        const agreement = await findAgreementByToken(database, siteToken)
        if (!agreement) return { kind: 'UNKNOWN' }
        const { account } = agreement
        await writeWithdrawal(database, { account, agreementId: form.get('agreement') ?? '' })
        return { kind: 'GO_ON', url: agreementsPath(siteToken) }
      },
    },
  )
}
