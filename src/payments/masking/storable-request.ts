// What of a request may be stored and shown again: account numbers masked, and sealed as one value beside the masked form;
// security codes and the like not at all. Every opening of a sealed account is recorded in the audit log.

import type { Audit, AuditEntry } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import { type SealedValue, transactionSealContext, type Vault } from '../../keys/index.ts'
import type { Merchant } from '../../merchants/index.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { TransactionKey } from '../ports/transactions.ts'

/** Parts of the call rather than of the payment: neither stored nor compared. */
const transientMembers: ReadonlySet<string> = new Set(['correlationId', 'responseControls', 'apiOperation', 'session'])

export function storableRequest(request: object): StoredRequest {
  const stored: Record<string, unknown> = {}
  for (const name in request) if (!transientMembers.has(name)) put(stored, name, (request as Values)[name])
  return stored
}

function put(stored: Record<string, unknown>, name: string, member: unknown): void {
  const value = storableValue(member)
  if (value !== undefined) stored[name] = value
}

function storableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return value.isAccount ? value.masked : undefined
  if (Array.isArray(value)) return value.map(storableValue)
  const stored: Record<string, unknown> = {}
  for (const name in value) put(stored, name, (value as Values)[name])
  return stored
}

/**
 * The text by which two requests are equal: members in a fixed order, amounts already normalized, account numbers by
 * their keyed hash. Security codes, PINs and cryptograms are left out: storing a hash of one would amount to storing
 * it.
 */
function comparableText(request: object, hashAccount: (account: Secret) => string): string {
  const write = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    if (value instanceof Secret) {
      if (value.kind === 'AUTHENTICATION') return undefined
      return JSON.stringify(value.isAccount ? hashAccount(value) : value.open())
    }
    if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join()}]`
    let members = ''
    for (const name of Object.keys(value).sort()) {
      const written = write((value as Record<string, unknown>)[name])
      if (written !== undefined) members += `${members && ','}${quoted(name)}:${written}`
    }
    return `{${members}}`
  }
  const { correlationId: _, responseControls: __, ...compared } = request as Record<string, unknown>
  return write(compared) ?? ''
}

/** Nearly every name is plain, and then it is its own text. */
function quoted(name: string): string {
  return plainName.test(name) ? `"${name}"` : JSON.stringify(name)
}

const plainName = /^[\w.-]*$/

/**
 * The text whose keyed hash decides whether two requests are the same. It contains account numbers hashed under the
 * same key as the text itself, so that a repeat is recognized after a rotation of other keys.
 */
export function comparisonOf(request: object, vault: Pick<Vault, 'keyedHash'>, keyId?: string): string {
  return comparableText(request, (account) =>
    vault.keyedHash('REQUEST', `account ${account.open()}`, keyId).hash.toString('hex'),
  )
}

/** Every account number of a request by its canonical dotted path (arrays with [n]), sealed together as one value. */
export function sealAccounts(
  request: object,
  key: TransactionKey,
  vault: Pick<Vault, 'seal'>,
): SealedValue | undefined {
  const accounts: [path: string, clear: string][] = []
  collect(request, '', accounts)
  return accounts.length === 0 ? undefined : vault.seal(JSON.stringify(accounts), transactionSealContext(key))
}

/** The account numbers in clear, by the same paths. */
export async function openAccounts(
  sealed: SealedValue,
  key: TransactionKey,
  vault: Pick<Vault, 'open'>,
): Promise<ReadonlyMap<string, string>> {
  return new Map(JSON.parse(await vault.open(sealed, transactionSealContext(key))) as [string, string][])
}

/** Members that merchants name themselves contain no secrets, so a dot in a path always separates two names. */
function collect(value: unknown, path: string, clearValues: [path: string, clear: string][]): void {
  if (typeof value !== 'object' || value === null) return
  if (value instanceof Secret) {
    if (value.isAccount) clearValues.push([path, value.open()])
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, clearValues)
  } else {
    for (const name in value) {
      const member = (value as Values)[name]
      if (typeof member === 'object') collect(member, path ? `${path}.${name}` : name, clearValues)
    }
  }
}

/** The openings of one request that have not been committed yet. */
export class UnsealAuditLog {
  /** The subject of the request, for every entry. */
  readonly about: object
  #entries: AuditEntry[] = []

  constructor(subject: object = {}) {
    this.about = subject
  }

  /** Also for an entry about the attempt itself. */
  add(entry: AuditEntry): void {
    this.#entries.push(entry)
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  take(): readonly AuditEntry[] {
    const taken = this.#entries
    this.#entries = []
    return taken
  }
}

interface UnsealRequest {
  readonly sealed: SealedValue
  readonly belongsTo: readonly string[]
  /** What was opened: identifiers and masked values. */
  readonly subject: object
}

/**
 * Opens a sealed account. Every opening is recorded in the audit log: in the commit of the attempt that it was made
 * for, or else before the request is answered.
 */
export async function unsealWithAudit(
  { sealed, belongsTo, subject }: UnsealRequest,
  { merchant, unsealAudit }: { readonly merchant: Merchant; readonly unsealAudit: UnsealAuditLog },
  { vault, clock }: { readonly vault: Vault; readonly clock: Clock },
): Promise<string> {
  const clear = await vault.open(sealed, belongsTo)
  unsealAudit.add({
    merchantId: merchant.id,
    actor: `merchant.${merchant.id}`,
    action: 'ACCOUNT_OPENED',
    subject: { ...subject, ...unsealAudit.about },
    at: clock.now(),
  })
  return clear
}

/**
 * Committed before the request is answered. The account was opened whatever the outcome; an entry about what an attempt
 * does is committed with the attempt or not at all.
 */
export async function writeUnsealAudit(openings: UnsealAuditLog, { audit }: { readonly audit: Audit }): Promise<void> {
  const opened = openings.take().filter(({ action }) => action === 'ACCOUNT_OPENED')
  for (const entry of opened) await audit.append(entry)
}
