// Sessions and tokens as a merchant's program uses them, for tests of what is done with them.
import assert from 'node:assert/strict'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, merchantId, send } from './client.ts'

export interface StoredValues {
  ask(method: string, rest: string, body?: object, version?: number): Promise<ApiResponse>
  /** A session that holds these values; its id. */
  session(values: object, version?: number): Promise<string>
  /** A token that the caller names or, without a name, the gateway; its name. */
  token(values: object, name?: string): Promise<string>
}

export function openStoredValues({ listeners }: Pick<TestGateway, 'listeners'>, merchant = merchantId): StoredValues {
  const login = `merchant.${merchant}:${testPassword}`
  const ask = (method: string, rest: string, body?: object, version = 100) =>
    send(listeners.httpUrl ?? '', { method, path: apiPath(rest, { merchant, version }), body, login })
  return {
    ask,
    async session(values, version) {
      const created = await ask('POST', '/session', undefined, version)
      assert.equal(created.status, 201, created.text)
      const { id } = created.body.session
      const updated = await ask('PUT', `/session/${id}`, values, version)
      assert.equal(updated.status, 200, updated.text)
      return id
    },
    async token(values, name) {
      const saved = await (name === undefined ? ask('POST', '/token', values) : ask('PUT', `/token/${name}`, values))
      assert.equal(saved.body.result, 'SUCCESS', saved.text)
      return saved.body.token
    },
  }
}
