// How a browser authenticates: a cookie that no script can read, and a token that only the console's pages can send.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { UserKey } from '../kernel/user.ts'
import type { ListenerKind } from '../platform/http/request-origin.ts'

/** A name with this prefix is kept by browsers for this very host, and over TLS alone. Plain HTTP, which the sandbox has on
 * loopback, cannot have it. */
export function cookieName(listener: ListenerKind): string {
  return listener === 'http' ? 'tollgate' : '__Host-tollgate'
}

/** The login's token in the Cookie header. */
export function readSessionToken(header: string | undefined, listener: ListenerKind): string | undefined {
  return valueIn(header, cookieName(listener))
}

/** Identifies a browser at the next sign-in. Each user has one, so that several can share a browser. */
function browserCookieName({ merchantId, login }: UserKey, listener: ListenerKind): string {
  const who = createHash('sha256').update(`${merchantId}/${login}`).digest('hex').slice(0, 16)
  return `${cookieName(listener)}-browser-${who}`
}

export function readBrowserToken(
  header: string | undefined,
  user: UserKey,
  listener: ListenerKind,
): string | undefined {
  return valueIn(header, browserCookieName(user, listener))
}

/** Undefined when there are two, since one of them was planted. */
function valueIn(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  const found = (header ?? '').split(/; */).filter((pair) => pair.startsWith(prefix))
  const [only] = found
  const token = only?.slice(prefix.length)
  return found.length === 1 && token !== undefined && /^[\w-]{20,200}$/.test(token) ? token : undefined
}

export function sessionCookie(
  { token, expiresAt }: { token: string; expiresAt: Date },
  listener: ListenerKind,
  now: Date,
): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))
  return cookie(cookieName(listener), token, { seconds, listener })
}

export function expiredSessionCookie(listener: ListenerKind): string {
  return cookie(cookieName(listener), '', { seconds: 0, listener })
}

/** Half a year, as long as the gateway knows it. */
const browserCookieSeconds = 180 * 24 * 3_600

export function knownBrowserCookie({ token, user }: { token: string; user: UserKey }, listener: ListenerKind): string {
  return cookie(browserCookieName(user, listener), token, { seconds: browserCookieSeconds, listener })
}

function cookie(
  name: string,
  value: string,
  { seconds, listener }: { seconds: number; listener: ListenerKind },
): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secureOn(listener)}`
}

function secureOn(listener: ListenerKind): string {
  return listener === 'http' ? '' : '; Secure'
}

/** Derived from the session token and sent to the page; the token cannot be derived from it. */
export function csrfOf(token: string): string {
  return createHash('sha256').update(`tollgate console csrf:${token}`).digest('base64url')
}

export function isCsrfOf(token: string, input: string | undefined): boolean {
  const wanted = Buffer.from(csrfOf(token))
  const sent = Buffer.from(input ?? '')
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
