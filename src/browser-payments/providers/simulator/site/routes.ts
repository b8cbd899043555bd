// The sites of the simulated providers: pages on which a payer approves, declines, cancels, aborts or leaves a payment.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../../kernel/clock.ts'
import { type Provider, providers } from '../../../../kernel/provider.ts'
import { parseUrlEncoded } from '../../../../kernel/url-encoded.ts'
import { isForeignPost } from '../../../../platform/html/foreign-post.ts'
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
import {
  agreementPath,
  agreementsPath,
  assetRoute,
  paymentPath,
  readSiteAssets,
  renderSiteNotice,
  type SiteAssets,
  siteHeaders,
  sitePageHeaders,
} from './document.ts'
import {
  type FormProblem,
  isDecidable,
  pageDetailsOf,
  renderAgreement,
  renderAgreements,
  renderPayment,
} from './payment-page.ts'
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
    text: renderPayment(line, { now: clock.now(), assets, trouble }),
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

/** One address of a simulated provider's site: its methods, and a page for every failure. */
export type SiteResponse =
  | { readonly kind: 'PAGE'; readonly text: string; readonly status?: number }
  | { readonly kind: 'GO_ON'; readonly url: string }
  | { readonly kind: 'UNKNOWN' }

export interface SiteRequest {
  readonly siteToken: string
  readonly form: URLSearchParams
}

type SiteHandler = (visit: SiteRequest) => Promise<SiteResponse>

const bodyBytesMax = 16 * 1024

export function serveSite(
  app: FastifyInstance,
  { provider, path, assets }: { readonly provider: Provider; readonly path: string; readonly assets: SiteAssets },
  attend: { readonly GET: SiteHandler; readonly POST: SiteHandler },
): void {
  function notice(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
    return sendPage(reply, status, renderSiteNotice({ provider, title, text }, assets))
  }

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: path,
      bodyLimit: bodyBytesMax,
      async onRequest(request, reply) {
        request.logFields['route'] = path
        if (method === 'POST' && isForeignPost(request.headers))
          return notice(reply, 403, 'Request rejected', 'The request came from another website.')
        return undefined
      },
      async handler(request, reply) {
        const response = await attend[method](readSiteRequest(request))
        if (response.kind === 'UNKNOWN')
          return notice(reply, 404, 'Page not found', 'There is no page at this address.')
        request.logFields['result'] = 'SUCCESS'
        if (response.kind === 'PAGE') return sendPage(reply, response.status ?? 200, response.text)
        return reply
          .code(303)
          .headers(siteHeaders)
          .header('cache-control', 'no-store')
          .header('location', asciiUrl(response.url))
          .send()
      },
      errorHandler(error: FastifyError, request, reply) {
        const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
        if (status === 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
        return notice(reply, status, 'Request rejected', 'Something went wrong. Please try again.')
      },
    })
  }
  app.route({
    method: app.supportedMethods.filter((method) => !['GET', 'HEAD', 'POST'].includes(method)),
    url: path,
    // Before the body is read: reading it would be wasted.
    async onRequest(request, reply) {
      request.logFields['route'] = path
      reply.header('allow', 'GET, HEAD, POST')
      return notice(reply, 405, 'Request rejected', 'This request method is not supported.')
    },
    handler: (_request, reply) => reply,
  })
}

function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(sitePageHeaders).type('text/html;charset=UTF-8').send(text)
}

const siteTokenPattern = /^[0-9a-f]{48}$/

function readSiteRequest({ params, body }: FastifyRequest): SiteRequest {
  const { siteToken = '' } = params as { readonly siteToken?: string }
  return {
    // Text without the format of a token belongs to no payment.
    siteToken: siteTokenPattern.test(siteToken) ? siteToken : '',
    form: parseUrlEncoded(Buffer.isBuffer(body) ? body.toString('utf8') : ''),
  }
}

/** Other characters are not allowed in a header. */
function asciiUrl(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href
}
