// Sends answers and rejections, with the headers that every response of the API has.
import type { FastifyReply } from 'fastify'
import { compile } from '../../contract/compile.ts'
import type { Contract } from '../../contract/operation.ts'
import type { Rejection } from '../../domain/rejection.ts'
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
  /** Not the whole answer: the part that a payer's device may see. */
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
  { contract, version, status, answer }: { contract: Contract; version: number; status: number; answer: object },
  { correlationId, inspect, isPart }: ResponseContext,
): FastifyReply {
  const body = compile(contract).write({ ...inVersion(answer, String(version)), correlationId })
  inspect?.({ contract, status, body, isPart })
  return reply.code(status).headers(standardHeaders).send(body)
}

/** A response names the version of its request; so does each transaction inside the response about an order. */
function inVersion(answer: object, version: string): object {
  const { transaction } = answer as { transaction?: unknown }
  if (!Array.isArray(transaction)) return { ...answer, version }
  return { ...answer, version, transaction: transaction.map((each: object) => ({ ...each, version })) }
}

const usualRetrySeconds = 5

export function sendRejection(reply: FastifyReply, rejection: Rejection, sending: ResponseContext): FastifyReply {
  const status = statusOfRejection(rejection)
  const { requestId: supportCode, correlationId } = sending
  const body = JSON.stringify(errorBody(rejection, { supportCode, correlationId }))
  sending.inspect?.({ status, body })
  // Some clients send their credentials only after this challenge.
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Tollgate"')
  if (status === 503) reply.header('retry-after', String(sending.retrySeconds ?? usualRetrySeconds))
  return reply.code(status).headers(standardHeaders).send(body)
}
