// Where keys rest: in the database, sealed under the key-encryption key.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashPurposes, type KeyPurpose, type KeySummary } from '../../ports/vault.ts'
import type { Database } from '../postgres/database.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { seal, unseal } from './seal.ts'

export interface OpenedKey {
  readonly keyId: string
  readonly purpose: string
  readonly key: Buffer
}

/** How often a key may be used, and how much of that a process takes at a time. */
export interface SealLimits {
  readonly sealsPerKeyMax: number
  readonly sealsPerBlock: number
}

export type KeyStore = ReturnType<typeof keyStore>

interface KeyRow {
  readonly key_id: string
  readonly purpose: string
  readonly sealed: Buffer
}

const keyBytes = 32
/** Any fixed number serves; it only has to be the same in every process. */
export const vaultLock = 7_310_512_002n

const purposes: readonly KeyPurpose[] = [...hashPurposes, 'DATA']

/** The last of a purpose in this order is the current one. */
const oldestFirst = 'order by created_at, key_id'
const newestDataKey = `select key_id from vault_keys where purpose = 'DATA' order by created_at desc, key_id desc limit 1`

export function keyStore(database: Database, keyEncryptionKey: Buffer) {
  return {
    /** Every key, oldest first, after the first of each purpose was made. */
    async openAll(): Promise<readonly OpenedKey[]> {
      await makeFirstKeys()
      const { rows } = await database.query<KeyRow>(`select key_id, purpose, sealed from vault_keys ${oldestFirst}`)
      return rows.map(opened)
    },

    /** The data keys that are not known yet, and which is current. */
    async findDataKeys(
      known: readonly string[],
    ): Promise<{ current: string | undefined; found: readonly OpenedKey[] }> {
      const { rows } = await database.query<{ key_id: string; purpose: string; sealed: Buffer | null }>(
        `select key_id, purpose, case when key_id = any($1) then null else sealed end as sealed
           from vault_keys where purpose = 'DATA' ${oldestFirst}`,
        [known],
      )
      return {
        current: rows.at(-1)?.key_id,
        found: rows.flatMap(({ sealed, ...row }) => (sealed ? [opened({ ...row, sealed })] : [])),
      }
    },

    /** Takes a block of seals on the current data key; when too little is left of it, a new one is made. */
    async reserve({ sealsPerBlock, sealsPerKeyMax }: SealLimits): Promise<OpenedKey> {
      for (let made = 0; made < keysMadeMax; made += 1) {
        const { rows } = await database.query<KeyRow>(
          `update vault_keys set seals_reserved = seals_reserved + $1
            where key_id = (${newestDataKey}) and seals_reserved + $1 <= $2
            returning key_id, purpose, sealed`,
          [sealsPerBlock, sealsPerKeyMax],
        )
        if (rows[0]) return opened(rows[0])
        await replaceUsedUp({ sealsPerBlock, sealsPerKeyMax })
      }
      throw new Error('other processes used up every new data key at once')
    },

    /** Gives back what a process has reserved and will not use. */
    async giveBack(keyId: string, seals: number): Promise<void> {
      await database.query('update vault_keys set seals_reserved = seals_reserved - $2 where key_id = $1', [
        keyId,
        seals,
      ])
    },

    rotateDataKey(): Promise<{ keyId: string; previousKeyId: string | undefined }> {
      return underLock(async (client) => {
        const { rows } = await client.query<{ key_id: string }>(newestDataKey)
        return { keyId: await insertKey(client, 'DATA'), previousKeyId: rows[0]?.key_id }
      })
    },

    async list(): Promise<readonly KeySummary[]> {
      const { rows } = await database.query<{
        key_id: string
        purpose: string
        created_at: Date
        seals_reserved: string
      }>(`select key_id, purpose, created_at, seals_reserved from vault_keys ${oldestFirst}`)
      const current = new Map(rows.map(({ purpose, key_id }) => [purpose, key_id]))
      return rows
        .map(({ key_id: keyId, purpose, created_at: createdAt, seals_reserved: reserved }) => ({
          keyId,
          purpose,
          createdAt,
          sealsReserved: purpose === 'DATA' ? Number(reserved) : undefined,
          isCurrent: current.get(purpose) === keyId,
        }))
        .toSorted((a, b) => (a.purpose === b.purpose ? 0 : a.purpose < b.purpose ? -1 : 1))
    },
  }

  function makeFirstKeys(): Promise<void> {
    return underLock(async (client) => {
      const { rows } = await client.query<{ purpose: string }>('select distinct purpose from vault_keys')
      const present = new Set(rows.map(({ purpose }) => purpose))
      for (const purpose of purposes) if (!present.has(purpose)) await insertKey(client, purpose)
    })
  }

  /** Another process may have found the same key used up, and have made the next one already. */
  function replaceUsedUp({ sealsPerBlock, sealsPerKeyMax }: SealLimits): Promise<void> {
    return underLock(async (client) => {
      const { rowCount } = await client.query(
        `select from vault_keys where key_id = (${newestDataKey}) and seals_reserved + $1 <= $2`,
        [sealsPerBlock, sealsPerKeyMax],
      )
      if (rowCount === 0) await insertKey(client, 'DATA')
    })
  }

  /** One process at a time makes keys, so that two do not make two where one is wanted. */
  async function underLock<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await database.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [vaultLock])
      return await work(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [vaultLock]).catch(() => undefined)
      client.release()
    }
  }

  async function insertKey(client: pg.PoolClient, purpose: KeyPurpose): Promise<string> {
    const keyId = `${purpose.toLowerCase()}-${randomBytes(4).toString('hex')}`
    const sealed = seal(keyEncryptionKey, randomBytes(keyBytes), ['vault_keys', keyId, purpose])
    // Later than every other of its purpose, also when the database's clock was set back: the newest is the current one.
    await client.query(
      `insert into vault_keys (key_id, purpose, sealed, created_at)
       values ($1, $2, $3, greatest(clock_timestamp(),
         (select max(created_at) + interval '1 microsecond' from vault_keys where purpose = $2)))`,
      [keyId, purpose, sealed],
    )
    return keyId
  }

  function opened({ key_id: keyId, purpose, sealed }: KeyRow): OpenedKey {
    try {
      return { keyId, purpose, key: unseal(keyEncryptionKey, sealed, ['vault_keys', keyId, purpose]) }
    } catch {
      throw new KeyFailure(
        `The key-encryption key does not open key ${keyId} of this database; it belongs to another installation.`,
      )
    }
  }
}

/** A key that was made is used up before we reach it only if a thousand processes start at the same moment. */
const keysMadeMax = 3
