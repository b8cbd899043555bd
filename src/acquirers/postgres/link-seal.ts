// A second seal over the acquirer links, on every node of a distributed database. The operator's seal is on one node; while that one is
// down, links are verified by this one. It is written only of links that the operator's seal has verified.

import {
  type AccessRightsSeals,
  accessRightsColumn,
  digestsOf,
  type LinkSeal,
  linkSealText,
  partsColumn,
  type SealingVault,
  type StoredAccessRights,
} from '../../merchants/index.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { linkRowsColumn, type StoredLinks } from './link-statements.ts'

interface StoredSeal extends LinkSeal {
  readonly keyId: string
  /** In hexadecimal. */
  readonly mac: string
}

const sealColumn = `(select jsonb_build_object('revision', s.revision, 'digest', s.digest, 'keyId', s.key_id,
  'mac', encode(s.mac, 'hex')) from link_seals s where s.merchant_id = $1)`

const readBySeal = prepared(
  'read-links-by-seal',
  `select ${linkRowsColumn('$1')} as links, ${partsColumn(['LINKS'], '$1')} as parts, ${sealColumn} as seal`,
)
const readSeals = prepared('read-link-seals', `select ${accessRightsColumn(['LINKS'], '$1')} as access_rights`)
const readSeal = prepared('read-link-seal', `select ${sealColumn} as seal`)
const lockSeal = prepared(
  'lock-access-rights',
  'select digests from access_rights_seals where merchant_id = $1 for update',
)

/** Only over the revision that was read. */
const writeSeal = prepared(
  'write-link-seal',
  `insert into link_seals as s (merchant_id, revision, digest, key_id, mac, updated_at) values ($1, $2, $3, $4, $5, now())
   on conflict (merchant_id) do update set revision = excluded.revision, digest = excluded.digest,
     key_id = excluded.key_id, mac = excluded.mac, updated_at = excluded.updated_at
   where s.revision = $6`,
)

interface LinkSealParts {
  readonly vault: Pick<SealingVault, 'keyedHash' | 'matches' | 'open'>
  readonly accessRights: Pick<AccessRightsSeals, 'isProtected' | 'check'>
}

export interface LinkSealStore {
  /** The links as they are, where this seal vouches for them. */
  readVerified(): Promise<StoredLinks | undefined>
  /** Seals the links again when they, or the key in use, have changed. */
  renew(): Promise<void>
}

interface LinkSealDatabases {
  readonly database: Database
  /** The connections for tables that are copied to every node. */
  readonly copies: Database
}

export function linkSealStore(
  { database, copies }: LinkSealDatabases,
  ownerId: string,
  { vault, accessRights }: LinkSealParts,
): LinkSealStore {
  let accepted = 0

  function isMacRight({ keyId, mac, ...seal }: StoredSeal): boolean {
    try {
      return vault.matches('AUDIT', linkSealText(ownerId, seal), { keyId, hash: Buffer.from(mac, 'hex') })
    } catch {
      // It names a key that does not exist.
      return false
    }
  }

  async function digestOf(stored: Pick<StoredAccessRights, 'parts'>): Promise<string> {
    return (await digestsOf(ownerId, stored, vault)).LINKS ?? ''
  }

  /** The digest and the seal when they differ, or the key is not the current one. */
  async function findChange(client: Pick<Database, 'query'>) {
    const { rows } = await client.query<{ access_rights: StoredAccessRights }>(readSeals([ownerId]))
    const { rows: seals } = await client.query<{ seal: StoredSeal | null }>(readSeal([ownerId]))
    const stored = rows[0]?.access_rights
    if (!stored?.seal) return undefined
    await accessRights.check(ownerId, stored)
    const [digest, seal] = [await digestOf(stored), seals[0]?.seal]
    const { keyId } = vault.keyedHash('AUDIT', '')
    const isSame = seal && seal.digest === digest && seal.keyId === keyId && isMacRight(seal)
    return isSame ? undefined : { digest, before: seal?.revision ?? 0 }
  }

  return {
    async readVerified() {
      type Row = { links: StoredLinks; parts: StoredAccessRights['parts']; seal: StoredSeal | null }
      const { rows } = await copies.query<Row>(readBySeal([ownerId]))
      const [row] = rows
      if (!row) return undefined
      if (!accessRights.isProtected()) return row.links
      const { seal, parts, links } = row
      if (!seal || seal.revision < accepted || !isMacRight(seal) || seal.digest !== (await digestOf({ parts })))
        return undefined
      accepted = seal.revision
      return links
    },

    async renew() {
      if (!accessRights.isProtected() || !(await findChange(database))) return
      await inUnitOfWork(database, async (client) => {
        // Links are changed under this lock.
        await client.query(lockSeal([ownerId]))
        const change = await findChange(client)
        if (!change) return
        const { digest, before } = change
        const revision = before + 1
        const { keyId, hash } = vault.keyedHash('AUDIT', linkSealText(ownerId, { revision, digest }))
        await client.query(writeSeal([ownerId, revision, digest, keyId, hash, before]))
      })
    },
  }
}
