// The oldest variant of hosted fields: a form of the merchant's page, sent by the payer's browser straight to the
// gateway, which stores the card in the session and sends the browser back to the merchant. No card data is in that
// URL.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../../api/index.ts'
import { contractFor } from '../../../contract/operation.ts'
import { isPlausibleCardNumber } from '../../../kernel/instrument.ts'
import { isRejection, type Rejection } from '../../../kernel/rejection.ts'
import { parseUrlEncoded } from '../../../kernel/url-encoded.ts'
import { originsOnly, plainHeaders } from '../../../platform/http/page-headers.ts'
import { isSessionId, updateSession } from '../../../sessions/index.ts'
import type { CheckoutPageDependencies } from '../../dependencies.ts'

const url = '/form/:sessionId'
const bodyBytesMax = 16 * 1024
/** Any version that devices use without a password would do: the form has none. */
const version = 30
const returnUrlLengths = { shortest: 8, longest: 2000 }

const fieldNames = {
  number: 'gatewayCardNumber',
  month: 'gatewayCardExpiryDateMonth',
  year: 'gatewayCardExpiryDateYear',
  securityCode: 'gatewayCardSecurityCode',
} as const
type FieldName = keyof typeof fieldNames

/** A code that was not sent is not checked. */
const fits: Readonly<Record<FieldName, (value: string) => boolean>> = {
  number: (value) => /^[0-9]{9,19}$/.test(value) && isPlausibleCardNumber(value),
  month: (value) => /^(0?[1-9]|1[0-2])$/.test(value),
  year: (value) => /^[0-9]{2}$/.test(value),
  securityCode: (value) => /^([0-9]{3,4})?$/.test(value),
}

interface PostedField {
  /** As in the form, with any prefix. */
  readonly name: string
  readonly value: string
}

export function formPostRoute(app: FastifyInstance, dependencies: CheckoutPageDependencies): void {
  app.post(url, {
    bodyLimit: bodyBytesMax,
    async onRequest(request) {
      request.logFields['route'] = url
      delete request.raw.headers['content-type']
    },
    handler: (request, reply) => answerForm(request, reply, dependencies),
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

async function answerForm(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: CheckoutPageDependencies,
): Promise<FastifyReply> {
  const form = parseUrlEncoded((request.body as Buffer | undefined)?.toString('utf8') ?? '')
  const returnUrl = returnUrlOf(postedAs(form, 'gatewayReturnURL')?.value ?? '')
  if (!returnUrl)
    return refuse(reply, 'The form has no gatewayReturnURL of 8 to 2000 characters that begins with https.')
  const { sessionId } = request.params as { readonly sessionId: string }
  const caller = await deviceOf(sessionId, dependencies)
  if (!caller) return refuse(reply, 'The session of this form is unknown or has expired.')
  request.logFields['merchant'] = caller.merchant.id
  // Anyone can create a session, therefore only the merchant's own list prevents an open redirect.
  if (!originsOnly(caller.merchant.profile.pageOrigins).includes(returnUrl.origin))
    return refuse(reply, "The origin of gatewayReturnURL is not among the page origins of the merchant's profile.")
  const back = await fillSession(form, { caller, sessionId, payerAddress: request.ip }, dependencies)
  for (const [name, value] of back) returnUrl.searchParams.append(name, value)
  request.logFields['result'] = back[0]?.[1] === 'ok' ? 'SUCCESS' : 'ERROR'
  return reply
    .code(303)
    .headers({ ...plainHeaders, 'cache-control': 'no-store', location: returnUrl.href })
    .send()
}

type ReturnFields = readonly (readonly [name: string, value: string])[]

/** The result for the merchant, as parameters of the URL that the browser returns to. */
async function fillSession(
  form: URLSearchParams,
  { sessionId, ...from }: { readonly caller: Device; readonly sessionId: string; readonly payerAddress: string },
  dependencies: CheckoutPageDependencies,
): Promise<ReturnFields> {
  const names = Object.keys(fieldNames) as readonly FieldName[]
  const fields = names.map((name) => ({ field: name, ...posted(form, name) }))
  const faults = fields.flatMap(({ field, name, value }) => {
    if (fits[field](value)) return []
    return [[name, value === '' ? 'missing' : 'invalid'] as const]
  })
  if (faults.length > 0) return [['gatewayFormResponse', 'fields_in_error'], ...faults]
  const read = (wanted: FieldName) => fields.find(({ field }) => field === wanted)?.value ?? ''
  const securityCode = read('securityCode')
  const card = {
    number: read('number'),
    expiry: { month: read('month'), year: read('year') },
    ...(securityCode !== '' && { securityCode }),
  }
  const body = { apiOperation: 'UPDATE_PAYER_DATA', sourceOfFunds: { type: 'CARD', provided: { card } } }
  const contract = contractFor(updateSession, version)
  const result = await dependencies.requests.handle({
    ...from,
    ids: { sessionId },
    operation: updateSession,
    version,
    contract,
    body,
  })
  return [['gatewayFormResponse', isRejection(result) ? problemOf(result) : 'ok']]
}

function problemOf({ cause }: Rejection): string {
  return cause === 'SERVER_BUSY' ? 'request_timeout' : 'system_error'
}

/** Separators that payers type in a number are ignored; a year may have all four digits. */
function posted(form: URLSearchParams, field: FieldName): PostedField {
  const { name, value } = postedAs(form, fieldNames[field]) ?? { name: fieldNames[field], value: '' }
  const trimmed = value.trim()
  if (field === 'number') return { name, value: trimmed.replace(/[ -]/g, '') }
  return { name, value: field === 'year' ? trimmed.replace(/^20(?=[0-9]{2}$)/, '') : trimmed }
}

/** Names may have any prefix. */
function postedAs(form: URLSearchParams, wanted: string): PostedField | undefined {
  const postedField = [...form].find(([name]) => name.endsWith(wanted))
  return postedField && { name: postedField[0], value: postedField[1] }
}

function returnUrlOf(text: string): URL | undefined {
  if (text.length < returnUrlLengths.shortest || text.length > returnUrlLengths.longest) return undefined
  const parsed = URL.parse(text)
  return parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '' ? parsed : undefined
}

type Device = NonNullable<Awaited<ReturnType<typeof deviceOf>>>

/** A caller with the id of a session may fill it, as often as its merchant allows. */
async function deviceOf(sessionId: string, { sessions, store, vault, clock }: CheckoutPageDependencies) {
  if (!isSessionId(sessionId)) return undefined
  const hashes = vault.lookupHashes('SESSION', sessionId)
  const session = await sessions.findAnywhere(hashes, clock.expiryTime())
  const merchant = session && (await store.findMerchant(session.merchantId))?.merchant
  if (!merchant?.profile.isEnabled) return undefined
  const isAllowed = await sessions.countAuthentication({ merchantId: merchant.id, hashes }, clock.expiryTime())
  return isAllowed ? ({ kind: 'CALLER', merchant, hasCertificate: false, isDevice: true } as const) : undefined
}

function refuse(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .code(400)
    .headers({ ...plainHeaders, 'cache-control': 'no-store', 'content-type': 'text/plain;charset=UTF-8' })
    .send(`${text}\n`)
}
