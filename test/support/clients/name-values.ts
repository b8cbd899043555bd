// A merchant's program that speaks the name-value protocol.
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../src/contract/operation.ts'
import { callPairs, formOf, type Pairs, pairsOfJson } from '../builders/name-values.ts'
import { testPassword } from '../gateway/database.ts'
import { type ApiResponse, type ClientRequest, inject, merchantId, send } from './client.ts'

export interface NameValueResponse extends Omit<ApiResponse, 'body'> {
  /** Every name of the response. */
  readonly names: Readonly<Record<string, string>>
}

export interface NameValueRequest {
  readonly version?: number
  /** In place of, or beside, the names of the request; undefined leaves one out. */
  readonly names?: Readonly<Record<string, string | undefined>>
  readonly sent?: Partial<ClientRequest>
}

export type NameValueSender = (
  operation: Pick<Operation, 'route' | 'name'>,
  ids: Readonly<Record<string, string>>,
  body?: object,
  options?: NameValueRequest,
) => Promise<NameValueResponse>

const contentType = 'application/x-www-form-urlencoded; charset=UTF-8'

export const login = (password = testPassword, merchant = merchantId): Pairs => [
  ['apiUsername', `merchant.${merchant}`],
  ['apiPassword', password],
]

/** Sends by injection, or to a real socket. */
export function nameValueSender(to: FastifyInstance | string, merchant = merchantId): NameValueSender {
  return (operation, ids, body = {}, { version = 100, names = {}, sent = {} } = {}) => {
    const pairs = [
      ...pairsOfJson(JSON.stringify(body)),
      ...callPairs(operation as Operation, { merchantId: merchant, ids }),
      ...login(testPassword, merchant),
    ].filter(([name]) => !Object.hasOwn(names, name))
    const others = Object.entries(names).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    return postForm(to, formOf(pairs, others), version, sent)
  }
}

export async function postForm(
  to: FastifyInstance | string,
  bytes: string | Buffer,
  version: number | string = 100,
  sent: Partial<ClientRequest> = {},
): Promise<NameValueResponse> {
  const request: ClientRequest = {
    method: 'POST',
    path: `/api/nvp/version/${version}`,
    login: null,
    bytes,
    ...sent,
    headers: { 'content-type': contentType, ...sent.headers },
  }
  const { status, headers, text } = await (typeof to === 'string' ? send(to, request) : inject(to, request))
  return { status, headers, text, names: Object.fromEntries(new URLSearchParams(text)) }
}
