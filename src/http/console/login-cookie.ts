// How a browser proves its login: a cookie that no script can read, and a value that only pages of ours can send along.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Door } from '../listeners.ts'

/** A name with this prefix is kept by browsers for this very host, and over TLS alone. Plain HTTP, which the sandbox has on
 * loopback, cannot have it. */
export function cookieName(door: Door): string {
  return door === 'http' ? 'tollgate' : '__Host-tollgate'
}

/** The token in the Cookie header; nothing when there are two, since one of them is somebody else's doing. */
export function tokenIn(header: string | undefined, door: Door): string | undefined {
  const prefix = `${cookieName(door)}=`
  const found = (header ?? '').split(/; */).filter((pair) => pair.startsWith(prefix))
  const [only] = found
  const token = only?.slice(prefix.length)
  return found.length === 1 && token !== undefined && /^[\w-]{20,200}$/.test(token) ? token : undefined
}

export function cookieOpening({ token, expiresAt }: { token: string; expiresAt: Date }, door: Door, now: Date): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))
  return `${cookieName(door)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secureOn(door)}`
}

export function cookieEnding(door: Door): string {
  return `${cookieName(door)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${secureOn(door)}`
}

function secureOn(door: Door): string {
  return door === 'http' ? '' : '; Secure'
}

/** Who knows the token knows this, and the page is told it; it does not lead back to the token. */
export function csrfOf(token: string): string {
  return createHash('sha256').update(`tollgate console csrf:${token}`).digest('base64url')
}

export function isCsrfOf(token: string, given: string | undefined): boolean {
  const wanted = Buffer.from(csrfOf(token))
  const sent = Buffer.from(given ?? '')
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
