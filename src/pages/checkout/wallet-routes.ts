// The routes that the script of a payment page uses for wallets. As for the page itself, the session in the path is the credential,
// and a request from another site's page is refused.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../api/index.ts'
import { type OpenedCheckout, offeredWallets } from '../../checkout/index.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { RateLimits } from '../../platform/counters/limits.ts'
import { isForeignPost } from '../../platform/html/foreign-post.ts'
import { plainHeaders } from '../../platform/http/page-headers.ts'
import { clientNetworkOf, rateLimit } from '../../platform/http/rate-limit.ts'
import { type PageWallet, simulatedCards, walletNames } from '../../wallets/index.ts'
import { type CheckoutRequest, submitPayment } from './handle-checkout.ts'
import type { PageView, PayView } from './page-view.ts'
import { type Form, parseForm } from './read-form.ts'
import { withProviderName } from './render/document.ts'
import { languageOf, languages } from './render/texts/index.ts'
import type { CheckoutResponse } from './responses.ts'
import { busyRetrySeconds, statusOfFailure } from './serve.ts'

const bodyBytesMax = 48 * 1024
/** For each merchant and network: each opens a connection to Apple. */
const validationsPerMinute = 30

type Attend = (visit: CheckoutRequest, form: Form) => Promise<WalletAnswer>

interface WalletRouteOptions {
  readonly pagePath: string
  readonly rateLimits: RateLimits
  /** The checkout of the path, if its payer can still do something on it. */
  readonly openVisit: (request: FastifyRequest) => Promise<CheckoutRequest | undefined>
}

export function walletRoutes(app: FastifyInstance, { pagePath, rateLimits, openVisit }: WalletRouteOptions): void {
  const mayValidate = rateLimit({ name: 'wallet validations', perMinute: validationsPerMinute, rateLimits })
  const routes: readonly (readonly [path: string, attend: Attend, mayPass?: (asker: string) => boolean])[] = [
    ['/wallet', payByWallet],
    ['/wallet/validation', validateMerchant, mayValidate],
    ['/wallet/simulation', simulateWallet],
  ]
  for (const [path, attend, mayPass] of routes) {
    const url = pagePath + path
    app.route({
      method: 'POST',
      url,
      bodyLimit: bodyBytesMax,
      async onRequest(request, reply) {
        request.logFields['route'] = url
        const isForeign = isForeignPost(request.headers)
        return isForeign ? send(request, reply, { status: 403, body: { error: 'FOREIGN' } }) : undefined
      },
      async handler(request, reply) {
        const visit = await openVisit(request)
        if (!visit) return send(request, reply, { status: 404, body: { error: 'UNKNOWN' } })
        // Only now: requests without a session, or about another merchant, must not use up what this payer needs.
        if (mayPass && !mayPass(`${visit.page.merchant.id} ${clientNetworkOf(request)}`))
          return send(request, reply, { status: 429, body: { error: 'TOO_MANY' } })
        return send(request, reply, await attend(visit, parseForm(request.body as Buffer | undefined)))
      },
      errorHandler(error, request, reply) {
        if (error instanceof StoreOverloaded) {
          reply.header('retry-after', String(busyRetrySeconds))
          return send(request, reply, { status: 503, body: { error: 'OVERLOADED' } })
        }
        const status = statusOfFailure(error)
        if (status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
        else reply.removeHeader('connection')
        return send(request, reply, { status, body: { error: 'FAILED' } })
      },
    })
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'POST'),
      url,
      async onRequest(request, reply) {
        request.logFields['route'] = url
        return sendRejection(reply, refuseMethod(request, reply, 'POST'), { requestId: request.id })
      },
      handler: (_request, reply) => reply,
    })
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body, why }: WalletAnswer): FastifyReply {
  if (status < 400) request.logFields['result'] = 'SUCCESS'
  if (why !== undefined) request.logFields['error'] = why
  return reply
    .code(status)
    .headers(plainHeaders)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json;charset=UTF-8')
    .send(JSON.stringify(body))
}

// The file by which Apple verifies that the gateway's domain may open Apple Pay for a merchant.

export interface DomainAssociationOptions {
  /** Reads the operator's file; undefined where there is none. Replaced while the gateway runs. */
  readonly readAppleDomainFile?: () => Promise<Buffer | undefined>
}

const path = '/.well-known/apple-developer-merchantid-domain-association'

export function domainAssociationRoute(app: FastifyInstance, { readAppleDomainFile }: DomainAssociationOptions): void {
  app.get(path, async (request, reply) => {
    request.logFields['route'] = path
    const file = await readAppleDomainFile?.()
    if (!file) {
      reply.callNotFound()
      return reply
    }
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers(plainHeaders)
      .header('cache-control', 'no-store')
      .header('content-type', 'text/plain;charset=UTF-8')
      .send(file)
  })
}

// What a page's script asks for a wallet: to open its sheet, and to pay with what the payer confirmed on it. The answers are
// small JSON objects; what the page shows afterwards comes from the page itself.

/**
 * - PAID: the payment succeeded; the page leads on.
 * - DECLINED: it did not; the page shows why.
 * - CONTINUES: the payer is authenticated, or the result is not known yet; the page shows it.
 * - REFUSED: nothing was sent to the acquirer, for the reason in the message.
 */
type WalletPaymentResult = 'PAID' | 'DECLINED' | 'CONTINUES' | 'REFUSED'

interface WalletAnswer {
  readonly status: number
  readonly body: object
  /** For the log; nothing that the browser must know. */
  readonly why?: string
}

const notOffered: WalletAnswer = { status: 404, body: { error: 'NOT_OFFERED' } }

/** Pays like the form of the page: the same attempt, the same rules. */
async function payByWallet(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page } = visit
  const isOpen = page.stored.checkout.state === 'OPEN'
  if (isOpen && !(await findWallet(visit, form.get('source')))) return notOffered
  return answerOf(await submitPayment(visit, form), page)
}

function answerOf(response: CheckoutResponse, { successIndicator }: OpenedCheckout): WalletAnswer {
  const result = resultOf(response, successIndicator)
  const view = response.kind === 'PAGE' ? response.view : undefined
  const message = result === 'REFUSED' && view?.kind === 'PAY' ? refusalText(view) : undefined
  return { status: 200, body: { result, message } }
}

function resultOf(response: CheckoutResponse, successIndicator: string): WalletPaymentResult {
  if (response.kind === 'REDIRECT' && response.isRefused) return 'DECLINED'
  const view = response.kind === 'PAGE' ? response.view : response.through
  switch (view?.kind) {
    case 'PAY':
      return response.kind === 'PAGE' && response.status >= 400 ? 'REFUSED' : 'DECLINED'
    case 'NOTICE':
      return 'REFUSED'
    case 'RECEIPT':
      return view.outcome === 'FAILED' ? 'DECLINED' : 'PAID'
    case 'HAND_OVER':
      return isSuccess(view, successIndicator) ? 'PAID' : 'DECLINED'
    default:
      return 'CONTINUES'
  }
}

function isSuccess({ message }: Extract<PageView, { kind: 'HAND_OVER' }>, successIndicator: string): boolean {
  return message.event === 'complete' && message.resultIndicator === successIndicator
}

/** What the payer can do about it, in the language of the page. */
function refusalText({ locale, declined, declinedAt = '', faults }: PayView): string {
  const texts = languages[languageOf(locale) ?? 'en']
  if (declined) return withProviderName(texts.declined[declined], declinedAt)
  const [name] = Object.keys(faults)
  return name === undefined || name === 'source' || name === 'attempt' || name === 'device'
    ? texts.declined.WALLET_REFUSED
    : texts.fields[name as keyof typeof texts.fields][faults[name as keyof typeof faults] ?? 'invalid']
}

/** Apple's validation of the merchant, which the sheet waits for. */
async function validateMerchant(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page, dependencies } = visit
  const offered = await findWallet(visit, 'APPLE_PAY')
  const pages = await dependencies.walletPages.findUsable(page.merchant.id)
  const identity = pages.find(({ wallet }) => wallet === 'APPLE_PAY')?.identity
  if (page.stored.checkout.state !== 'OPEN' || !offered || offered.isSimulated || !identity) return notOffered
  const { identifier, displayName } = offered
  const result = await dependencies.merchantValidation.validate({
    validationUrl: form.get('validationUrl') ?? '',
    identifier,
    displayName,
    domain: new URL(dependencies.addresses.publicUrl()).hostname,
    identity,
  })
  switch (result.kind) {
    case 'VALIDATED':
      return { status: 200, body: { merchantSession: result.merchantSession } }
    case 'REFUSED':
      return { status: 422, body: { error: 'URL_REFUSED' }, why: result.why }
    case 'FAILED':
      return { status: 502, body: { error: 'NOT_VALIDATED' }, why: result.why }
  }
}

/** In the sandbox: what the simulated wallet makes of one of its cards, for the amount of the session. */
async function simulateWallet(visit: CheckoutRequest, form: Form): Promise<WalletAnswer> {
  const { page, dependencies } = visit
  const offered = await findWallet(visit, form.get('wallet'))
  const card = simulatedCards.find((each) => each === form.get('card'))
  const { amount = '', currency = '' } = page.content.order ?? {}
  const amountMinor = parseMoney({ amount, currency })?.amountMinor
  if (!offered?.isSimulated || !card || amountMinor === undefined) return notOffered
  const order = { merchantId: page.merchant.id, wallet: offered.wallet, card, currency, amountMinor }
  const payload = await dependencies.walletSimulator?.makePayload(order)
  return payload === undefined ? notOffered : { status: 200, body: { payload } }
}

async function findWallet(
  { page, dependencies }: Pick<CheckoutRequest, 'page' | 'dependencies'>,
  name: string | undefined,
): Promise<PageWallet | undefined> {
  if (name === undefined || !Object.hasOwn(walletNames, name)) return undefined
  return (await offeredWallets(page, dependencies)).find(({ wallet }) => wallet === name)
}
