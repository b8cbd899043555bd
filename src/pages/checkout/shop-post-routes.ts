// The older way to open a page: the shop's page posts a form with the session's id and optional values about the page.
// The browser is sent on to the page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseVersion, sendRejection, standardHeaders, statusOfRejection, unknownVersion } from '../../api/index.ts'
import {
  completePageSession,
  createCheckoutSession,
  createPaymentPageSession,
  firstVersionWithoutValues,
  type OpenedCheckout,
  openCheckout,
  type PageContent,
  type PageInteraction,
} from '../../checkout/index.ts'
import { combinerOf } from '../../contract/combine-with-session.ts'
import { merchantPage } from '../../contract/format-types.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../../contract/json/json.ts'
import { type Contract, compile, contractFor, versions } from '../../contract/operation.ts'
import { printableName } from '../../contract/printable.ts'
import { type CanonicalObject, FieldError, type Row, type Rows } from '../../contract/row.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { Merchant } from '../../merchants/index.ts'
import { originOf } from '../../platform/http/page-headers.ts'
import { listenerKindOf } from '../../platform/http/request-origin.ts'
import { maskTexts, nameFieldsInVersion, refusePayerTexts } from '../../requests/index.ts'
import { isSessionId, type StoredSession, unknownSession } from '../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import type { CheckoutAssets } from './assets.ts'
import { checkoutPaths } from './build-page-view.ts'
import { type Form, parseForm } from './read-form.ts'
import { respond } from './respond.ts'
import { noticeResponse } from './responses.ts'
import { readCheckoutPageRequest, servePage } from './serve.ts'
import { shopOrigins } from './shop-origins.ts'

const versionedPath = '/api/page/version/:version/pay'
const oldestPath = '/page/pay'

export function shopPostRoutes(
  app: FastifyInstance,
  { dependencies, assets }: { dependencies: CheckoutPageDependencies; assets: CheckoutAssets },
): void {
  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asking = readCheckoutPageRequest(request)
    const opened = await openByPost(request, dependencies)
    if (isRejection(opened)) {
      if (asksJson(request)) return sendRejection(reply, opened, { requestId: request.id })
      const about = opened.reason === 'UNKNOWN_SESSION' ? 'UNKNOWN' : 'BROKEN'
      const response = noticeResponse(
        undefined,
        { ...asking, frame: 'PAGE' },
        { about, status: statusOfRejection(opened) },
      )
      return respond(request, reply, { response, assets })
    }
    const { page, session } = opened
    request.logFields['merchant'] = page.merchant.id
    const url = checkoutPaths(page.sessionId, asking.frame).pay
    if (!asksJson(request)) return respond(request, reply, { response: { kind: 'REDIRECT', url }, assets })
    request.logFields['result'] = 'SUCCESS'
    const { updateStatus, version } = session
    const warnings = opened.notApplied.length > 0 && { notApplied: opened.notApplied }
    const body = {
      result: 'SUCCESS',
      session: { id: page.sessionId, updateStatus, version },
      // Programs of shops read it, which run elsewhere: the whole address.
      redirectURL: `${baseUrlOf(request, dependencies)}${url}`,
      url,
      ...warnings,
    }
    return reply.code(200).headers(standardHeaders).send(JSON.stringify(body))
  }

  for (const path of [versionedPath, oldestPath])
    servePage(app, { path, methods: ['POST'], isFromShops: true }, assets, { POST: handler })
}

/** As this browser reaches the gateway: plain HTTP is for the sandbox only, where its certificate may be unknown. */
function baseUrlOf(request: FastifyRequest, { addresses }: Pick<CheckoutPageDependencies, 'addresses'>): string {
  return listenerKindOf(request.raw) === 'http' ? `http://${request.host}` : addresses.publicUrl()
}

/** The library sends this, to report errors to the shop's error callback. */
function asksJson({ headers }: FastifyRequest): boolean {
  const { accept = '' } = headers
  return accept.includes('application/json') && !accept.includes('text/html')
}

interface PostedCheckout {
  readonly page: OpenedCheckout
  readonly session: StoredSession
  /** Fields that changed nothing, by their posted names. */
  readonly notApplied: readonly string[]
}

async function openByPost(
  request: FastifyRequest,
  dependencies: CheckoutPageDependencies,
): Promise<PostedCheckout | Rejection> {
  const { version: text = String(versions.oldest) } = request.params as { readonly version?: string }
  const version = parseVersion(text)
  if (version === undefined) return unknownVersion(text)
  const form = parseForm(request.body as Buffer | undefined)
  const sessionId = form.get('session.id') ?? ''
  if (sessionId === '') return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'session.id' })
  const page = isSessionId(sessionId) ? await openCheckout(sessionId, dependencies) : undefined
  if (page?.kind !== 'OPENED') return unknownSession()
  const { merchant } = page
  if ((form.get('merchant') || merchant.id) !== merchant.id)
    return reject('FIELD_INVALID', 'The session does not belong to this merchant.', { field: 'merchant' })

  const { createdInVersion } = page
  if (ignoresPostedValues(version) !== ignoresPostedValues(createdInVersion))
    return reject('FIELD_INVALID', `The session was created in version ${createdInVersion} of the API.`, {
      field: 'session.id',
    })
  const creates = page.session.kind === 'PAYMENT_PAGE' ? createPaymentPageSession : createCheckoutSession
  const contract = contractFor(creates, createdInVersion)
  const read = readPosted(form, contract)
  if (isRejection(read)) return read
  const misplaced = refusePayerTexts(read)
  if (misplaced) return nameFieldsInVersion(contract, misplaced)
  const values = maskTexts(read, merchant.profile.accountNumbersInText)
  const posted = { values, version: form.get('session.version') || undefined, check: checkOf(contract) }
  const completed = await completePageSession(page, posted, dependencies)
  if (isRejection(completed)) return nameFieldsInVersion(contract, completed)
  const { session } = completed
  if (!page.isOpenedByPayer) await noteShopPage(request, { page, session }, dependencies)
  const { wireName } = compile(contract)
  return { page, session, notApplied: completed.notApplied.map(wireName) }
}

/**
 * The page that posts is taken for the shop's, because only the merchant could give it the session. The payer of a link
 * has a session, too, and could send others to any site with it.
 */
async function noteShopPage(
  request: FastifyRequest,
  { page, session }: Pick<PostedCheckout, 'page' | 'session'>,
  { checkouts }: Pick<CheckoutPageDependencies, 'checkouts'>,
): Promise<void> {
  const { interaction = {} } = session.content as PageContent
  const origin = openerOf(request)
  const waysBack = readReturnUrls(request, { merchant: page.merchant, interaction, origin })
  await checkouts.noteOpening(page.stored, { interaction: { ...waysBack, ...interaction }, origin })
}

/** From version 63 on the session contains all values about a page. */
function ignoresPostedValues(version: number): boolean {
  return version >= firstVersionWithoutValues
}

/** Parts of the post itself. */
const ofThePost = new Set(['charset', 'merchant', 'session.id', 'session.version'])

/** The library's value for "notify the page that opened this one", which is what happens without a URL. */
const usualCallbacks = ['urn:hostedCheckout:defaultCancelUrl', 'urn:hostedCheckout:defaultTimeoutUrl']

function readPosted(form: Form, contract: Contract): CanonicalObject | Rejection {
  const remaining = [...form].filter(([name, value]) => !ofThePost.has(name) && !usualCallbacks.includes(value))
  const body = readDottedForm(new Map(remaining), contract.request)
  return isRejection(body) ? body : combinerOf(contract).readPart(body)
}

function checkOf({ rules = [] }: Contract) {
  return (values: object): Rejection | undefined => {
    for (const rule of rules) {
      const refused = rule.check(values as never)
      if (refused) return refused
    }
    return undefined
  }
}

/**
 * Browsers name the page that posts a form to another origin. A caller with the id may also show the page in a frame.
 */
function openerOf({ headers: { origin } }: FastifyRequest): string | undefined {
  const opener = originOf(origin)
  return opener === origin ? opener : undefined
}

// Converts a form whose fields have dotted names, such as order.item[0].name, to the corresponding JSON object.

type Tree = { [name: string]: string | Tree }

const partsMax = 12

/** Every value of a form is text; the rows say what is a number, a flag or a list. Empty fields count as absent. */
function readDottedForm(form: Form, rows: Rows): JsonObject | Rejection {
  const root: Tree = Object.create(null)
  for (const [name, value] of form) {
    if (value === '') continue
    const parts = name.replaceAll(/\[(\d{1,3})\]/g, '.$1').split('.')
    const last = parts.pop() ?? ''
    let target: Tree = root
    for (const part of parts.slice(0, partsMax)) {
      target[part] ??= Object.create(null) as Tree
      const next = target[part]
      if (typeof next === 'string') return givenTwice(name)
      target = next
    }
    if (last in target) return givenTwice(name)
    target[last] = value
  }
  return groupOf(root, rows)
}

function givenTwice(name: string): Rejection {
  return reject('FIELD_INVALID', 'The field is given twice.', { field: printableName(name) })
}

function groupOf(tree: Tree, rows: Rows): JsonObject {
  const group: Record<string, JsonValue> = Object.create(null)
  for (const [name, value] of Object.entries(tree)) group[name] = jsonOf(value, rows[name])
  return group
}

/** For an unknown field, a value that the reader will refuse. */
function jsonOf(value: string | Tree, row: Row | undefined): JsonValue {
  if (typeof value === 'string') return row?.kind === 'FIELD' ? fieldOf(value, row.type.name) : value
  if (row?.kind === 'LIST') return Object.values(value).map((item) => jsonOf(item, row.item))
  return groupOf(value, row?.kind === 'GROUP' ? row.rows : {})
}

function fieldOf(value: string, type: string): JsonValue {
  if (type === 'Integer' && /^-?\d{1,20}$/.test(value)) return new JsonNumber(value)
  if (type === 'Boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

// Where the payer goes when a hosted page is done, for shops whose page named callback functions: back to that page.
// The library sends its URL in the query of the post; the session's own URLs take precedence.

const parameters = { complete: 'returnUrl', cancel: 'cancelUrl', timeout: 'timeoutUrl' } as const

/** Only URLs of the posting page, according to the browser, and of origins that the merchant has named. */
function readReturnUrls(
  { query }: FastifyRequest,
  { merchant, interaction, origin }: { merchant: Merchant; interaction: PageInteraction; origin: string | undefined },
): Pick<PageInteraction, 'returnUrl' | 'cancelUrl' | 'timeoutUrl'> {
  const values = query as Readonly<Record<string, unknown>>
  const openedFrom = origin === undefined ? [] : [origin]
  const allowedOrigins = shopOrigins({ profile: merchant.profile, interaction, openedFrom })
  const ways = Object.entries(parameters).flatMap(([parameter, name]) => {
    const url = values[parameter]
    if (typeof url !== 'string' || merchantPage.type.read(url) instanceof FieldError) return []
    return allowedOrigins.includes(originOf(url) ?? '') ? [[name, url] as const] : []
  })
  return Object.fromEntries(ways)
}
