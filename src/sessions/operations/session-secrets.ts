// The secrets among a session's values: account numbers are sealed beside the masked values; codes are sealed
// separately, and can be opened only with the session's id.

import { valueAt } from '../../contract/session-authors.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { Secret, type SecretKind } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import { type SealedValue, sessionSealContext, type Vault } from '../../keys/index.ts'
import type { StoredSession } from '../ports/session-store.ts'

/** A secret by its dotted path. No list or map of a session contains one. */
type SecretAtPath = readonly [path: string, kind: SecretKind, clear: string]

export interface SessionParts {
  /** What may be stored in clear: account numbers masked, codes not at all. */
  readonly content: Values
  readonly accounts: readonly SecretAtPath[]
  readonly codes: readonly SecretAtPath[]
}

export function splitSecrets(values: Values): SessionParts {
  const accounts: SecretAtPath[] = []
  const codes: SecretAtPath[] = []
  const keep = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if (value instanceof Secret) {
      const { kind, isAccount, masked } = value
      const secrets = isAccount ? accounts : codes
      secrets.push([path, kind, value.open()])
      return isAccount ? masked : undefined
    }
    return keepGroup(value as Values, `${path}.`)
  }
  /** A group that contained only codes is removed with them. */
  const keepGroup = (group: Values, prefix: string): Values | undefined => {
    const members = Object.entries(group).flatMap(([name, member]) => {
      const value = keep(member, prefix + name)
      return value === undefined ? [] : [[name, value] as const]
    })
    return members.length === 0 ? undefined : Object.fromEntries(members)
  }
  return { content: keepGroup(values, '') ?? {}, accounts, codes }
}

/** The values with the secrets back at their paths. */
export function restoreSecrets(content: Values, secrets: readonly SecretAtPath[]): Values {
  return secrets.reduce((values, [path, kind, clear]) => withValueAt(values, path, new Secret(kind, clear)), content)
}

export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...values, [name]: value }
  return { ...values, [name]: withValueAt((values[name] ?? {}) as Values, rest.join('.'), value) }
}

interface Owner {
  readonly merchantId: string
  readonly hash: KeyedHash
}

export function sealContextOf({ merchantId, hash: { hash } }: Owner, part: 'accounts' | 'told'): readonly string[] {
  return sessionSealContext({ merchantId, hash }, part)
}

export function sealAccountsOf(
  owner: Owner,
  accounts: readonly SecretAtPath[],
  vault: Pick<Vault, 'seal'>,
): SealedValue | undefined {
  return accounts.length === 0 ? undefined : vault.seal(JSON.stringify(accounts), sealContextOf(owner, 'accounts'))
}

export function readSecrets(clear: string): readonly SecretAtPath[] {
  return JSON.parse(clear) as SecretAtPath[]
}

export function sealCodesOf(
  sessionId: string,
  codes: readonly SecretAtPath[],
  vault: Pick<Vault, 'sealForSession'>,
): Buffer | undefined {
  return codes.length === 0 ? undefined : vault.sealForSession(sessionId, JSON.stringify(codes))
}

/** A code that cannot be opened counts as none: the operator has changed the key-encryption key since. */
export function openCodes(
  sessionId: string,
  { codes }: Pick<StoredSession, 'codes'>,
  vault: Pick<Vault, 'openForSession'>,
): readonly SecretAtPath[] {
  if (!codes) return []
  try {
    return readSecrets(vault.openForSession(sessionId, codes))
  } catch {
    return []
  }
}

/**
 * In the place of a code that was lost with the database's unlogged tables, while values are merged: whatever replaces
 * or removes a code does the same to it. No request contains an empty code.
 */
const lostCode = new Secret('AUTHENTICATION', '')

export function withLostCodes(values: Values, { lostCodes = [] }: Pick<StoredSession, 'lostCodes'>): Values {
  return lostCodes.reduce((current, path) => withValueAt(current, path, lostCode), values)
}

/** The codes of a session that are lost, and that nothing has replaced or removed. */
export function stillLostIn(values: Values, { lostCodes = [] }: Pick<StoredSession, 'lostCodes'>): readonly string[] {
  return lostCodes.filter((path) => valueAt(values, path) === lostCode)
}

/** The values without what stands for lost codes. */
export function withoutLostCodes(parts: SessionParts): SessionParts {
  return { ...parts, codes: parts.codes.filter(([, , clear]) => clear !== '') }
}
