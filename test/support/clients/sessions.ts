// A merchant's program that works with sessions, and a payer's device that fills them.
import assert from 'node:assert/strict'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, type ClientRequest, merchantId, send } from './client.ts'

interface Way {
  readonly version?: number
  /** userid:password; null sends none. */
  readonly login?: string | null
}

export interface Sessions {
  readonly merchant: string
  /** Creates a session; without a body none is sent. */
  create(body?: object, version?: number): Promise<ApiResponse>
  /** The id of a new plain session. */
  open(body?: object): Promise<string>
  update(id: string, body: object, way?: Way): Promise<ApiResponse>
  /** By the id of a session as password, which is the one that is updated unless said otherwise. */
  updateFromDevice(id: string, body: object, way?: { version?: number; password?: string }): Promise<ApiResponse>
  retrieve(id: string, version?: number): Promise<ApiResponse>
  send(rest: string, sent: Omit<ClientRequest, 'path'>, version?: number): Promise<ApiResponse>
}

/** Over TLS where the gateway has no plain listener: in production. */
export function openSessions(
  { listeners }: Pick<TestGateway, 'listeners'>,
  merchant = merchantId,
  password = testPassword,
): Sessions {
  const usual = `merchant.${merchant}:${password}`
  const ask = (rest: string, sent: Omit<ClientRequest, 'path'>, version = 100) =>
    send(listeners.httpUrl ?? listeners.httpsUrl, { login: usual, ...sent, path: apiPath(rest, { merchant, version }) })
  const create = (body?: object, version?: number) =>
    ask('/session', { method: 'POST', ...(body && { body }) }, version)
  const update = (id: string, body: object, { version, login = usual }: Way = {}) =>
    ask(`/session/${id}`, { method: 'PUT', body, login }, version)
  return {
    merchant,
    create,
    async open(body) {
      const { status, body: response, text } = await create(body)
      assert.equal(status, 201, text)
      return response.session.id
    },
    update,
    updateFromDevice: (id, body, { version = 100, password = id } = {}) =>
      update(id, body, { version, login: `merchant.${merchant}:${password}` }),
    retrieve: (id, version) => ask(`/session/${id}`, {}, version),
    send: ask,
  }
}
