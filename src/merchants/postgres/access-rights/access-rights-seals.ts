// Seals over access rights in PostgreSQL: written in the commit of every change, and compared where access rights are read. They are
// authenticated by the keys of the audit log, which are stored under the key-encryption key and outlive its change.
import type { PoolClient } from 'pg'
import { type AuditStamp, writeAuditLine } from '../../../audit/index.ts'
import { operatorMerchantId } from '../../../kernel/user.ts'
import type { Vault } from '../../../keys/index.ts'
import { type Database, inUnitOfWork, prepared } from '../../../platform/postgres/database.ts'
import { type AccessRightsRefusal, AccessRightsRefusedError } from '../../ports/access-rights.ts'
import {
  type AccessRightsDigests,
  type AccessRightsFault,
  type AccessRightsPart,
  accessRightsFaultOf,
  accessRightsParts,
  accessRightsSealText,
  sealedDigests,
} from '../../rules/access-rights-seal.ts'
import { accessRightsColumn, digestsOf, isEmpty, macOf, type StoredAccessRights } from './access-rights-rows.ts'
import { adoptLinkKeys, findLinkKeyFault, type RowSeals, renewLinkKeys } from './link-key-rows.ts'

type Client = Pick<Database, 'query'>

export interface AccessRightsSeals {
  isProtected(): boolean
  /** Throws AccessRightsRefused unless what was read with `accessRightsColumn` is as it was sealed. */
  check(ownerId: string, stored: StoredAccessRights): Promise<void>
  /** A unit of work that changes parts of an owner's access rights. Refused when they are not as they were sealed. */
  change<T>(
    owner: { readonly ownerId: string; readonly parts: readonly AccessRightsPart[] },
    by: AuditStamp,
    work: (client: PoolClient) => Promise<T>,
    options?: { readonly isKept?: (result: T) => boolean },
  ): Promise<T>
  /** What is wrong with all parts of an owner's access rights, whether protected or not. */
  findFault(ownerId: string): Promise<AccessRightsFault | undefined>
  /** Seals the current rows. */
  adopt(ownerId: string, by: AuditStamp): Promise<void>
  /**
   * Re-authenticates under the current key the seals that an older one authenticates; an invalid seal stays as it is.
   */
  renewAll(): Promise<void>
  report(refusal: AccessRightsRefusal): void
  /** For rows that have a keyed hash of their own. */
  readonly rows: RowSeals
  /** Called with every refusal. */
  onRefused(listener: (refusal: AccessRightsRefusal) => void): void
}

/** The needed parts, as in names of statements. */
const readings = new Map<string, (values: readonly unknown[]) => object>()

function readingOf(parts: readonly AccessRightsPart[]) {
  // Names of statements have at most 63 characters.
  const name = `read-access-rights-${parts.length === accessRightsParts.length ? 'all' : parts.join('-').toLowerCase()}`
  const known = readings.get(name) ?? prepared(name, `select ${accessRightsColumn(parts, '$1')} as access_rights`)
  readings.set(name, known)
  return known
}

export async function readAccessRights(
  client: Client,
  ownerId: string,
  parts: readonly AccessRightsPart[] = accessRightsParts,
): Promise<StoredAccessRights> {
  const { rows } = await client.query<{ access_rights: StoredAccessRights }>(readingOf(parts)([ownerId]) as never)
  const [row] = rows
  if (!row) throw new Error('access rights could not be read')
  return row.access_rights
}

const lock = prepared('lock-access-rights', 'select digests from access_rights_seals where merchant_id = $1 for update')

/** Only over the revision that was read. */
const write = prepared(
  'seal-access-rights',
  `insert into access_rights_seals as s (merchant_id, revision, digests, key_id, mac, updated_at) values ($1, $2, $3, $4, $5, now())
   on conflict (merchant_id) do update set revision = excluded.revision, digests = excluded.digests,
     key_id = excluded.key_id, mac = excluded.mac, updated_at = excluded.updated_at
   where s.revision = $6`,
)

const notUnder = prepared(
  'seals-not-under',
  `select merchant_id from access_rights_seals where key_id <> $1 and ($2::text is null or merchant_id > $2)
   order by merchant_id limit $3`,
)

const renewedMax = 100
const firstSealTries = 5
const lost = Symbol('another process has made the first seal')

export interface SealingVault extends Pick<Vault, 'keyedHash' | 'matches' | 'open'> {
  isProtectingAccessRights(): boolean
}

export function accessRightsSeals(database: Database, vault: SealingVault): AccessRightsSeals {
  const isProtected = vault.isProtectingAccessRights
  const accepted = new Map<string, number>()
  const listeners: ((refusal: AccessRightsRefusal) => void)[] = []

  function isMacRight(ownerId: string, stored: StoredAccessRights): boolean {
    const mac = macOf(stored)
    if (!mac || !stored.seal) return false
    try {
      return vault.matches('AUDIT', accessRightsSealText(ownerId, stored.seal), mac)
    } catch {
      // It names a key that does not exist.
      return false
    }
  }

  async function judge(ownerId: string, stored: StoredAccessRights): Promise<AccessRightsFault | undefined> {
    return accessRightsFaultOf({
      seal: stored.seal ?? undefined,
      isMacRight: isMacRight(ownerId, stored),
      auditedRevision: stored.audited ?? undefined,
      acceptedRevision: accepted.get(ownerId) ?? 0,
      digests: await digestsOf(ownerId, stored, vault),
      isEmpty: isEmpty(stored),
    })
  }

  function report(refusal: AccessRightsRefusal): void {
    for (const listener of listeners) listener(refusal)
  }

  async function check(ownerId: string, stored: StoredAccessRights): Promise<void> {
    if (!isProtected()) return
    const fault = await judge(ownerId, stored)
    if (fault) {
      report({ ownerId, fault })
      throw new AccessRightsRefusedError({ ownerId, fault })
    }
    if (stored.seal) accepted.set(ownerId, stored.seal.revision)
  }

  /** False when another process was first to seal. */
  async function seal(
    client: PoolClient,
    ownerId: string,
    stored: StoredAccessRights,
    { actor, at }: AuditStamp,
  ): Promise<boolean> {
    const digests = sealedDigests({ ...stored.seal?.digests, ...(await digestsOf(ownerId, stored, vault)) })
    if (accessRightsParts.every((part) => digests[part] === stored.seal?.digests[part])) return true
    const before = Math.max(stored.seal?.revision ?? 0, 0)
    const revision = Math.max(before, stored.audited ?? 0) + 1
    const { keyId, hash } = vault.keyedHash('AUDIT', accessRightsSealText(ownerId, { revision, digests }))
    const { rowCount } = await client.query(write([ownerId, revision, JSON.stringify(digests), keyId, hash, before]))
    if (rowCount !== 1) return false
    await writeAuditLine(client, {
      merchantId: ownerId,
      actor,
      at,
      action: 'ACCESS_RIGHTS_SEALED',
      subject: { revision },
    })
    return true
  }

  async function sealedWork<T>(attempt: () => Promise<T | typeof lost>): Promise<T> {
    for (let tries = 0; tries < firstSealTries; tries += 1) {
      const result = await attempt()
      if (result !== lost) return result
    }
    throw new Error('the access rights keep changing under their first seal')
  }

  const rowSeals: RowSeals = {
    isProtected,
    make: (text) => vault.keyedHash('AUDIT', text),
    isRight(text, seal) {
      try {
        return vault.matches('AUDIT', text, seal)
      } catch {
        // It names a key that does not exist.
        return false
      }
    },
    report,
  }

  return {
    isProtected,
    check,
    report,
    rows: rowSeals,
    onRefused: (listener) => void listeners.push(listener),

    change: ({ ownerId, parts }, by, work, { isKept = () => true } = {}) =>
      sealedWork(() =>
        inUnitOfWork(
          database,
          async (client) => {
            const isSealed = (await client.query(lock([ownerId]))).rowCount === 1
            const changed = isSealed ? parts : accessRightsParts
            if (isProtected()) await check(ownerId, await readAccessRights(client, ownerId, changed))
            const result = await work(client)
            if (!isKept(result)) return result
            return (await seal(client, ownerId, await readAccessRights(client, ownerId, changed), by)) ? result : lost
          },
          { isKept: (result) => result !== lost && isKept(result) },
        ),
      ),

    async findFault(ownerId) {
      const fault = await judge(ownerId, await readAccessRights(database, ownerId))
      return fault ?? (ownerId === operatorMerchantId ? findLinkKeyFault(database, rowSeals) : undefined)
    },

    adopt: (ownerId, by) =>
      sealedWork(() =>
        inUnitOfWork(
          database,
          async (client) => {
            await client.query(lock([ownerId]))
            if (ownerId === operatorMerchantId) await adoptLinkKeys(client, rowSeals)
            const stored = await readAccessRights(client, ownerId)
            const isRight = (await judge(ownerId, stored)) === undefined
            // The content of an invalid seal is ignored, except for its number.
            const known = isRight ? stored : { ...stored, seal: stored.seal && { ...stored.seal, digests: noDigests } }
            return (await seal(client, ownerId, known, by)) ? undefined : lost
          },
          { isKept: (result) => result !== lost },
        ),
      ),

    async renewAll() {
      const { keyId } = vault.keyedHash('AUDIT', '')
      let after: string | undefined
      do {
        const { rows } = await database.query<{ merchant_id: string }>(notUnder([keyId, after ?? null, renewedMax]))
        for (const { merchant_id: ownerId } of rows) await renew(ownerId)
        after = rows.at(-1)?.merchant_id
      } while (after !== undefined)
      await renewLinkKeys(database, rowSeals)
    },
  }

  function renew(ownerId: string): Promise<void> {
    return inUnitOfWork(database, async (client) => {
      await client.query(lock([ownerId]))
      const stored = await readAccessRights(client, ownerId, [])
      if (!stored.seal || !isMacRight(ownerId, stored)) return
      const { revision, digests } = stored.seal
      const { keyId, hash } = vault.keyedHash('AUDIT', accessRightsSealText(ownerId, stored.seal))
      await client.query(write([ownerId, revision, JSON.stringify(digests), keyId, hash, revision]))
    })
  }
}

const noDigests = Object.fromEntries(accessRightsParts.map((part) => [part, ''])) as AccessRightsDigests
