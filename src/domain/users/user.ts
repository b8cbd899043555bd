// People who work with the gateway: a merchant's own, and the operator's. What they may do, and what that is called.

/**
 * What a person may do. Nothing follows from anything else: who may refund but not view gets no list to choose from.
 *
 * - VIEW: read orders, tokens, figures, settlement, the delivery log; all of it masked.
 * - PAY: authorize, pay and verify by hand.
 * - CAPTURE, REFUND, VOID: move an order on; CAPTURE includes updating an authorization, REFUND asking for one.
 * - APPROVE: decide about what somebody else began: refund requests, payments held back by a risk rule, API credentials.
 * - CONFIGURE: passwords, certificates, notifications, risk rules and lists, tokens; of the operator also profiles, token
 *   repositories, and what holds for all merchants.
 * - MANAGE_USERS: people, their rights and their way back in; and reading the audit.
 * - UNMASK: let programs see account numbers in clear: the privilege of a merchant, and certificates that use it.
 */
export const rights = [
  'VIEW',
  'PAY',
  'CAPTURE',
  'REFUND',
  'VOID',
  'APPROVE',
  'CONFIGURE',
  'MANAGE_USERS',
  'UNMASK',
] as const
export type Right = (typeof rights)[number]

/** Names for sets of rights that people often have. A person holds the rights, not the name. */
export const roles = {
  VIEWER: ['VIEW'],
  CASHIER: ['VIEW', 'PAY', 'CAPTURE', 'VOID'],
  BOOKKEEPER: ['VIEW', 'CAPTURE', 'REFUND', 'VOID'],
  APPROVER: ['VIEW', 'APPROVE'],
  DEVELOPER: ['VIEW', 'CONFIGURE'],
  ADMINISTRATOR: rights,
} as const satisfies Readonly<Record<string, readonly Right[]>>
export type Role = keyof typeof roles

/** In place of a merchant's id: whoever runs the gateway. The audit uses the same. */
export const operatorMerchantId = ''

export interface UserKey {
  /** Empty for the operator's people. */
  readonly merchantId: string
  /** What the person signs in by: 1 to 64 of a-z, 0-9, dot, hyphen, underscore, at; begins with a letter or digit. */
  readonly login: string
}

export interface User extends UserKey {
  readonly name: string
  readonly rights: readonly Right[]
  readonly isEnabled: boolean
  /** A second factor is set up: from then on nobody signs in without it. */
  readonly hasSecondFactor: boolean
  /** Somebody else has chosen the password: it opens nothing but the way to a new one. */
  readonly mustChangePassword: boolean
  readonly lockedUntil?: Date
  readonly createdAt: Date
  readonly lastSignInAt?: Date
}

/** As a person signs in: in whichever case it was typed, it is one login. */
export function normalizeLogin(text: string): string {
  return text.trim().toLowerCase()
}

export function isLogin(text: string): boolean {
  return /^[a-z0-9][a-z0-9.\-_@]{0,63}$/.test(text)
}

/** Whether there can be such a person at all; what people type may be anything. */
export function isUserKey({ merchantId, login }: UserKey): boolean {
  return /^[A-Za-z0-9_-]{0,64}$/.test(merchantId) && isLogin(login)
}

/** What of these rights a person who holds others lacks. */
export function rightsLacking(wanted: readonly Right[], held: readonly Right[]): readonly Right[] {
  return wanted.filter((right) => !held.includes(right))
}

/** A merchant's person acts for that merchant alone, the operator's for any. */
export function mayActFor({ merchantId }: UserKey, ofMerchant: string): boolean {
  return merchantId === operatorMerchantId || merchantId === ofMerchant
}

/** As the audit, and an order that somebody moved, remember who it was. */
export function actorName({ merchantId, login }: UserKey): string {
  return merchantId === operatorMerchantId ? `operator/${login}` : login
}
