// Sends answers and rejections, with the headers that every response of the API has: as JSON, or to requests of the
// name-value protocol as name-value pairs.

import type { FastifyReply } from 'fastify'
import { isJsonObject, type JsonObject, parseJson } from '../contract/json/json.ts'
import { type Charset, encodePairs } from '../contract/name-value/charset.ts'
import { writeNames } from '../contract/name-value/name-values.ts'
import { type Contract, compile } from '../contract/operation.ts'
import { faultsOfError, faultsOfResponse } from '../contract/response-check.ts'
import { Rejection } from '../kernel/rejection.ts'
import { errorBody, statusOfRejection } from './refusal.ts'

export const standardHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json;charset=UTF-8',
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id',
}

/** Checks every body before it is sent; an error it finds is thrown and reported as the gateway's own failure. */
export type ResponseInspector = (sent: {
  contract?: Contract
  status: number
  body: string
  /** Not the whole response: the part that a payer's device may see. */
  isPart?: boolean | undefined
}) => void

export interface ResponseContext {
  readonly requestId: string
  readonly correlationId?: string | undefined
  readonly inspect?: ResponseInspector | undefined
  readonly isPart?: boolean | undefined
  /** When the client may retry a request that was refused temporarily. */
  readonly retrySeconds?: number
}

export function sendResponse(
  reply: FastifyReply,
  { contract, version, status, response }: { contract: Contract; version: number; status: number; response: object },
  { correlationId, inspect, isPart }: ResponseContext,
): FastifyReply {
  const body = compile(contract).write({ ...inVersion(response, String(version)), correlationId })
  inspect?.({ contract, status, body, isPart })
  return sendText(reply, status, body, reply.request.nameValueCharset)
}

/** A response names the version of its request; so does each transaction inside the response about an order. */
function inVersion(response: object, version: string): object {
  const { transaction } = response as { transaction?: unknown }
  if (!Array.isArray(transaction)) return { ...response, version }
  return { ...response, version, transaction: transaction.map((each: object) => ({ ...each, version })) }
}

const usualRetrySeconds = 5

export function sendRejection(reply: FastifyReply, rejection: Rejection, sending: ResponseContext): FastifyReply {
  const status = statusOfRejection(rejection)
  reply.request.logFields['error'] = rejection.reason
  const { requestId: supportCode, correlationId } = sending
  const charset = charsetOfRefused(reply)
  const visibleRejection = charset === undefined ? rejection : withoutJsonWords(rejection)
  const body = JSON.stringify(errorBody(visibleRejection, { supportCode, correlationId }))
  sending.inspect?.({ status, body })
  // Some clients send their credentials only after this challenge. The explanation is one that clients compare, so that the form of the
  // user name is here.
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Tollgate, user name merchant.<id>"')
  if (rejection.cause === 'SERVER_BUSY') reply.header('retry-after', String(sending.retrySeconds ?? usualRetrySeconds))
  return sendText(reply, status, body, charset)
}

export function sendNameValues(
  reply: FastifyReply,
  status: number,
  response: JsonObject | string,
  charset: Charset = 'UTF-8',
): FastifyReply {
  return reply.code(status).headers(nameValueHeaders(charset)).send(nameValueText(response, charset))
}

export function nameValueHeaders(charset: Charset): Readonly<Record<string, string>> {
  return { ...standardHeaders, 'content-type': nameValueType(charset) }
}

/** `charset`: of the name-value protocol; undefined for JSON. */
function sendText(reply: FastifyReply, status: number, json: string, charset: Charset | undefined): FastifyReply {
  if (charset !== undefined) return sendNameValues(reply, status, json, charset)
  return reply.code(status).headers(standardHeaders).send(json)
}

/** A request that the framework refuses has passed no route: its path shows the protocol. */
function charsetOfRefused({ request }: FastifyReply): Charset | undefined {
  return request.nameValueCharset ?? (isNameValuePath(request.raw.url ?? '') ? 'UTF-8' : undefined)
}

export class ContractViolation extends Error {}

export const inspectResponse: ResponseInspector = ({ contract, status, body, isPart = false }) => {
  const response: unknown = JSON.parse(body)
  const faults = contract ? faultsOfResponse(contract, response, { isPart }) : faultsOfError(response)
  if (faults.length > 0)
    throw new ContractViolation(`a response with status ${status} breaks the contract: ${faults.join('; ')}`)
}

// The one path of the name-value protocol, and a response of the API as name-value pairs.

/** For logs and metrics. */
export const nameValueTemplate = '/api/nvp/version/:version'

/** Scheme and host may be in the request line, as in requests to a proxy. */
const pathPattern = /^(?:https?:\/\/[^/?]*)?\/api\/nvp\/version\/([^/?]*)\/?(?:\?|$)/i

/** The version that a path names, which need not exist; undefined when nothing is at the path. */
export function nameValueVersion(url: string): string | undefined {
  return pathPattern.exec(url)?.[1]
}

const beginning = '/api/nvp/'

/** Whatever is wrong with such a path, its client reads name-value pairs. */
export function isNameValuePath(url: string): boolean {
  return url.startsWith(beginning)
}

export function nameValueType(charset: Charset): string {
  return `application/x-www-form-urlencoded;charset=${charset}`
}

/** `response`: an object, or the JSON text of one, in which amounts are exact. */
export function nameValueText(response: JsonObject | string, charset: Charset): string {
  const object = typeof response === 'string' ? parseJson(response) : response
  if (!isJsonObject(object)) throw new Error('a response is not an object')
  return encodePairs(writeNames(object), charset)
}

const jsonWords = /\ba JSON (string|number|object|array)\b/
const ownWords: Readonly<Record<string, string>> = {
  string: 'a value',
  number: 'a number',
  object: 'a group of names',
  array: 'a list with indexes',
}

/** The same rejection for a client that has sent no JSON. */
export function withoutJsonWords(rejection: Rejection): Rejection {
  const { reason, explanation, field } = rejection
  if (explanation === undefined || !jsonWords.test(explanation)) return rejection
  return new Rejection(
    reason,
    explanation.replace(jsonWords, (_, kind: string) => ownWords[kind] ?? kind),
    field,
  )
}
