// Rows of users and console sessions, and their mapping.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { Permission, User, UserKey } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import type { ConsoleSession } from '../ports/users.ts'
import type { SealedSessionRow } from './console-session-mac.ts'

export interface UserRow {
  readonly merchant_id: string
  readonly login: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly is_enabled: boolean
  readonly password_hash: string
  readonly former_password_hashes: readonly string[]
  readonly must_change_password: boolean
  readonly factor_key_id: string | null
  readonly factor_sealed: Buffer | null
  readonly is_factor_in_use: boolean
  readonly factor_last_step: string
  readonly recovery_codes: readonly Buffer[]
  readonly email: string | null
  readonly email_confirmed_at: Date | null
  /** The latest lock among the user's counters; only where it was requested. */
  readonly last_lock?: Date | null
  readonly created_at: Date
  readonly last_sign_in_at: Date | null
}

export interface ConsoleSessionRow extends SealedSessionRow {
  readonly console_session_id: string
  readonly seen_at: Date
}

/** A lock that has ended is ignored. */
export function userOf(row: UserRow, now: Date): User {
  const { last_lock: lockedUntil, last_sign_in_at: lastSignInAt } = row
  return {
    merchantId: row.merchant_id,
    login: row.login,
    name: row.name,
    permissions: row.permissions,
    isEnabled: row.is_enabled,
    hasSecondFactor: row.is_factor_in_use,
    ...(row.is_factor_in_use && { recoveryCodesLeft: row.recovery_codes.length }),
    mustChangePassword: row.must_change_password,
    ...(row.email !== null && { email: { address: row.email, isConfirmed: row.email_confirmed_at !== null } }),
    ...(lockedUntil && lockedUntil > now && { lockedUntil }),
    createdAt: row.created_at,
    ...(lastSignInAt !== null && { lastSignInAt }),
  }
}

export function consoleSessionOf(row: ConsoleSessionRow): Omit<ConsoleSession, 'user'> {
  return {
    consoleSessionId: row.console_session_id,
    createdAt: row.session_created_at,
    expiresAt: row.expires_at,
    seenAt: row.seen_at,
    ...(row.second_factor_at !== null && { secondFactorAt: row.second_factor_at }),
  }
}

export function keyValues({ merchantId, login }: UserKey): readonly [string, string] {
  return [merchantId, login]
}

/** Tokens of several kinds, and session ids, are hashed under the same keys; the kind separates them. */
type TokenKind = 'console-session' | 'browser'
const worded = (kind: TokenKind, token: string) => `${kind} ${token}`

/** The hash that a new token is stored under. */
export function hashOfToken(vault: Pick<Vault, 'keyedHash'>, kind: TokenKind, token: string): KeyedHash {
  return vault.keyedHash('SESSION', worded(kind, token))
}

/** The hashes that a token may be stored under, while keys rotate. */
export function hashesOfToken(vault: Pick<Vault, 'lookupHashes'>, kind: TokenKind, token: string): readonly Buffer[] {
  return vault.lookupHashes('SESSION', worded(kind, token)).map(({ hash }) => hash)
}
