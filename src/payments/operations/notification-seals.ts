// Which URLs may be sent a merchant's notification secret. An order's URL is sealed when the merchant names it with its
// own credentials, in a request or a session, and a notification is sealed with its URL when it is queued: an attacker
// who can write to the database cannot redirect either of them together with the secret.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { HashPurpose, Vault } from '../../keys/index.ts'

type Hashing = Pick<Vault, 'keyedHash'>
type Comparing = Pick<Vault, 'matches'>

interface OrderUrl {
  readonly merchantId: string
  readonly orderId: string
  readonly url: string
}

const textOfOrderUrl = ({ merchantId, orderId, url }: OrderUrl) =>
  JSON.stringify(['notification URL of order', merchantId, orderId, url])

/** Under the key of the request's own hash, which is stored as long as the transaction is. */
export function sealOrderUrl(order: OrderUrl, keyId: string, vault: Hashing): string {
  return written(vault.keyedHash('REQUEST', textOfOrderUrl(order), keyId))
}

export function isOrderUrlSealed(order: OrderUrl, seal: string | undefined, vault: Comparing): boolean {
  return isRight('REQUEST', textOfOrderUrl(order), seal, vault)
}

interface SessionUrl {
  readonly merchantId: string
  /** Of the session's id. */
  readonly hash: KeyedHash
  readonly url: string
}

const textOfSessionUrl = ({ merchantId, hash, url }: SessionUrl) =>
  JSON.stringify(['notification URL of session', merchantId, hash.hash.toString('hex'), url])

/** Under the key that the session is found by. */
export function sealSessionUrl(session: SessionUrl, vault: Hashing): string {
  return written(vault.keyedHash('SESSION', textOfSessionUrl(session), session.hash.keyId))
}

export function isSessionUrlSealed(session: SessionUrl, seal: string | undefined, vault: Comparing): boolean {
  return isRight('SESSION', textOfSessionUrl(session), seal, vault)
}

/** The URL for notifications among the values of a request or a session. */
export function notificationUrlOf(values: object): string | undefined {
  const { order } = values as { readonly order?: { readonly notificationUrl?: string } }
  return order?.notificationUrl
}

interface QueuedNotification {
  readonly merchantId: string
  readonly notificationId: string
  readonly url: string
}

const textOfDelivery = ({ merchantId, notificationId, url }: QueuedNotification, mayCarrySecret: boolean) =>
  JSON.stringify(['notification', merchantId, notificationId, url, mayCarrySecret])

export function sealDelivery(notification: QueuedNotification, mayCarrySecret: boolean, vault: Hashing): DeliverySeal {
  return { mayCarrySecret, mac: vault.keyedHash('REQUEST', textOfDelivery(notification, mayCarrySecret)) }
}

/** Whether it is as the gateway has queued it; those of an earlier release have no seal. */
export function isDeliverySealed(
  delivery: QueuedNotification & { readonly seal?: DeliverySeal | undefined },
  vault: Comparing,
): boolean {
  const { seal } = delivery
  return !seal || matches('REQUEST', textOfDelivery(delivery, seal.mayCarrySecret), seal.mac, vault)
}

/**
 * - WITH_SECRET: to the URL of the settings, or to one that the merchant has named itself.
 * - SIGNED_ONLY: the merchant is not known to have named it, as for notifications queued by an earlier release.
 * - ALTERED: it is not what the gateway has queued, and is not sent.
 */
export type DeliveryStanding = 'WITH_SECRET' | 'SIGNED_ONLY' | 'ALTERED'

export function standingOf(
  delivery: QueuedNotification & { readonly seal?: DeliverySeal | undefined },
  setting: { readonly url: string | undefined },
  vault: Comparing,
): DeliveryStanding {
  const { seal, url } = delivery
  if (!isDeliverySealed(delivery, vault)) return 'ALTERED'
  return seal?.mayCarrySecret || url === setting.url ? 'WITH_SECRET' : 'SIGNED_ONLY'
}

const separator = ':'

function written({ keyId, hash }: KeyedHash): string {
  return `${keyId}${separator}${hash.toString('base64url')}`
}

function isRight(purpose: HashPurpose, text: string, seal: string | undefined, vault: Comparing): boolean {
  if (typeof seal !== 'string') return false
  const at = seal.lastIndexOf(separator)
  const stored = { keyId: seal.slice(0, at), hash: Buffer.from(seal.slice(at + 1), 'base64url') }
  return matches(purpose, text, stored, vault)
}

function matches(purpose: HashPurpose, text: string, stored: KeyedHash, vault: Comparing): boolean {
  try {
    return vault.matches(purpose, text, stored)
  } catch {
    // It names a key that does not exist.
    return false
  }
}

/** Binds a notification to its URL. */
export interface DeliverySeal {
  /** The merchant has named the URL itself, in its settings or with its own credentials. */
  readonly mayCarrySecret: boolean
  readonly mac: KeyedHash
}
