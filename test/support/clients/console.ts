// Users at the console: signed in without the slow way through a password, and calling its services as a browser would.
import { randomBytes } from 'node:crypto'
import { consoleRoot } from '../../../src/console/routes.ts'
import { csrfOf } from '../../../src/console/session-cookie.ts'
import {
  actorName,
  permissions as allPermissions,
  operatorMerchantId,
  type Permission,
} from '../../../src/kernel/user.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, send, merchantId as testMerchant } from './client.ts'

export interface ConsoleUser {
  readonly merchantId: string
  readonly login: string
  readonly actor: string
  readonly token: string
}

interface Wishes {
  /** Empty for the operator. */
  readonly merchantId?: string
  readonly permissions?: readonly Permission[]
  readonly mustChangePassword?: boolean
}

let users = 0

export async function signedIn(
  { dependencies }: Pick<TestGateway, 'dependencies'>,
  { merchantId = testMerchant, permissions = allPermissions, mustChangePassword = false }: Wishes = {},
): Promise<ConsoleUser> {
  users += 1
  const key = { merchantId, login: `user${users}` }
  const passwordHash = `no hash of a password: ${users}`
  const token = randomBytes(24).toString('base64url')
  const by = { actor: 'a test', at: new Date() }
  await dependencies.users.add(
    { ...key, name: `User ${users}`, permissions: permissions, mustChangePassword },
    passwordHash,
    by,
  )
  const login = await dependencies.consoleSessions.open(
    key,
    { passwordHash },
    { token, actor: actorName(key), at: new Date() },
  )
  if (!login) throw new Error('the test could not sign in')
  return { ...key, actor: actorName(key), token }
}

export function operatorsUser(
  gateway: Pick<TestGateway, 'dependencies'>,
  permissions: readonly Permission[] = allPermissions,
): Promise<ConsoleUser> {
  return signedIn(gateway, { merchantId: operatorMerchantId, permissions: permissions })
}

export interface ConsoleRequest {
  readonly method?: string
  /** Below /console/api. */
  readonly path: string
  readonly body?: unknown
  readonly as?: Pick<ConsoleUser, 'token'>
  /** In place of what a page of the console would send; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** At the sandbox's plain door. */
export function ask(
  { listeners }: Pick<TestGateway, 'listeners'>,
  { method = 'GET', path, body, as, headers = {} }: ConsoleRequest,
): Promise<ApiResponse> {
  const url = listeners.httpUrl ?? ''
  const usual = {
    ...(as && { cookie: `tollgate=${as.token}` }),
    ...(as && method !== 'GET' && { 'x-tollgate-csrf': csrfOf(as.token) }),
    'sec-fetch-site': 'same-origin',
    ...headers,
  }
  const sent = Object.fromEntries(
    Object.entries(usual).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  return send(url, {
    method,
    path: consoleRoot + path,
    ...(body !== undefined && { body }),
    login: null,
    headers: sent,
    isKeptAlive: true,
  })
}

/** The path of something of the merchant that the tests are about. */
export function ofMerchant(rest: string, merchantId: string = testMerchant): string {
  return `/merchants/${merchantId}${rest}`
}
