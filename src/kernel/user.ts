// Users of the gateway: a merchant's, and the operator's. Their permissions and roles.

/**
 * A user's permissions. None implies another: a user who may refund but not view gets no list to choose from.
 *
 * - VIEW: read orders, tokens, figures, settlement, the delivery log; all of it masked.
 * - PAY: authorize, pay and verify manually.
 * - CAPTURE, REFUND, VOID: change an order; CAPTURE includes updating an authorization, REFUND requesting one and
 *   answering disputes.
 * - APPROVE: decide about what another user began: refund requests, payments held by a risk rule, API credentials,
 *   changes that weaken a control; for the operator also changes of links and routes, propose and approve the outcome of transactions that need manual resolution, and record what banks
 *   say about disputes.
 * - CONFIGURE: passwords, certificates, notifications, risk rules and lists, tokens; for the operator also profiles
 *   without their routes, token repositories, and what applies to all merchants.
 * - MANAGE_USERS: users, their permissions and the reset of their credentials; and reading the audit log.
 * - UNMASK: let programs see account numbers in clear: the privilege of a merchant, and certificates that use it.
 * - REQUEST_PAYMENT: create and disable payment links, at which payers pay.
 * - VIEW_MESSAGES: read the messages exchanged with acquirers about an order, masked.
 * - MANAGE_LINKS: for the operator: create, change, enable, disable and test acquirer links.
 * - MANAGE_ROUTES: for the operator: the routes of merchants to acquirers, and their accounts at providers.
 */
export const permissions = [
  'VIEW',
  'PAY',
  'CAPTURE',
  'REFUND',
  'VOID',
  'APPROVE',
  'CONFIGURE',
  'MANAGE_USERS',
  'UNMASK',
  'VIEW_MESSAGES',
  'REQUEST_PAYMENT',
  'MANAGE_LINKS',
  'MANAGE_ROUTES',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Whether a permission begins what another user may have to approve: a payment that a rule holds, a refund, a credential, a
 * control, a link, a route, a permission. With approval on, users who approve cannot give these alone: they could be the other
 * user by an account of their own making.
 */
const beginsRequests: Readonly<Record<Permission, boolean>> = {
  VIEW: false,
  PAY: true,
  CAPTURE: false,
  REFUND: true,
  VOID: false,
  APPROVE: true,
  CONFIGURE: true,
  MANAGE_USERS: true,
  UNMASK: true,
  VIEW_MESSAGES: false,
  REQUEST_PAYMENT: false,
  MANAGE_LINKS: true,
  MANAGE_ROUTES: true,
}

/** Where approval is on: the permissions that a user who manages others gives with a second user only. */
export function permissionsGivenByTwo(granted: readonly Permission[]): readonly Permission[] {
  return granted.includes('APPROVE') ? permissions.filter((permission) => beginsRequests[permission]) : ['APPROVE']
}

/** The permissions to act on orders. A user who holds one of them may write notes about orders, too. */
export const orderPermissions = ['PAY', 'CAPTURE', 'REFUND', 'VOID', 'APPROVE'] as const satisfies readonly Permission[]

/** Names for common sets of permissions. A user has the permissions, not the name. */
export const roles = {
  VIEWER: ['VIEW'],
  CASHIER: ['VIEW', 'PAY', 'CAPTURE', 'VOID', 'REQUEST_PAYMENT'],
  BOOKKEEPER: ['VIEW', 'CAPTURE', 'REFUND', 'VOID'],
  APPROVER: ['VIEW', 'APPROVE'],
  DEVELOPER: ['VIEW', 'CONFIGURE'],
  ADMINISTRATOR: permissions,
} as const satisfies Readonly<Record<string, readonly Permission[]>>
export type Role = keyof typeof roles

/** In place of a merchant's id: the operator. The audit log uses the same. */
export const operatorMerchantId = ''

export interface UserKey {
  /** Empty for the operator's users. */
  readonly merchantId: string
  /** The login name: 1 to 64 of a-z, 0-9, dot, hyphen, underscore, at; begins with a letter or digit. */
  readonly login: string
}

export interface User extends UserKey {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly isEnabled: boolean
  /** A second factor is set up: from then on it is required to sign in. */
  readonly hasSecondFactor: boolean
  /** How many codes are left in place of the second factor's; for users who have one. */
  readonly recoveryCodesLeft?: number
  /** Another user has chosen the password: it only permits choosing a new one. */
  readonly mustChangePassword: boolean
  /** Where alerts go; the operator's users alone have one. */
  readonly email?: UserEmail
  readonly lockedUntil?: Date
  readonly createdAt: Date
  readonly lastSignInAt?: Date
}

/** The login name for sign-in: upper and lower case are the same. */
export function normalizeLogin(text: string): string {
  return text.trim().toLowerCase()
}

export function isLogin(text: string): boolean {
  return /^[a-z0-9][a-z0-9.\-_@]{0,63}$/.test(text)
}

/** Whether such a user can exist at all; users may type anything. */
export function isUserKey({ merchantId, login }: UserKey): boolean {
  return /^[A-Za-z0-9_-]{0,64}$/.test(merchantId) && isLogin(login)
}

/** Which of these permissions a user with the given ones lacks. */
export function permissionsLacking(
  required: readonly Permission[],
  granted: readonly Permission[],
): readonly Permission[] {
  return required.filter((permission) => !granted.includes(permission))
}

/** A merchant's user acts for that merchant alone, the operator's for any. */
export function mayActFor({ merchantId }: UserKey, ofMerchant: string): boolean {
  return merchantId === operatorMerchantId || merchantId === ofMerchant
}

/** How the audit log, and an order that a user changed, record who it was. */
export function actorName({ merchantId, login }: UserKey): string {
  return merchantId === operatorMerchantId ? `operator/${login}` : login
}

export interface UserEmail {
  readonly address: string
  /** The user has entered the code that was sent to it. */
  readonly isConfirmed: boolean
}
