// Storage of keys: in the database, sealed under the key-encryption key.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { copiesIn, type MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { openParts } from '../../platform/postgres/cluster/parts.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { holdLease } from '../../platform/postgres/leases.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import { type KeyPurpose, type KeyState, type KeySummary, keyPurposes } from '../ports/vault.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { contextOf, type KeyRow, type RewrapOptions, replaceKeys, sealKeys } from './seal-keys.ts'
import { type Reservation, readReservations, reserveDuringOutage, type SealLimits } from './seal-reservations.ts'
import { writeKeyAuditLine } from './write-audit-lines.ts'

export interface OpenedKey {
  readonly keyId: string
  readonly purpose: KeyPurpose
  readonly state: KeyState
  readonly key: Buffer
  /** It was sealed together with the statement that access rights are protected. */
  readonly isProtectingAccessRights: boolean
}

export type KeyStore = ReturnType<typeof keyStore>

const keyBytes = 32
export const keyCreationLease = 'keys'

const oldestFirst = 'order by created_at, key_id'
const keyColumns = 'key_id, purpose, state, sealed, is_protecting_access_rights'

export function keyStore(
  database: Database,
  encryption: KeyEncryption,
  {
    isProtectingAccessRights = false,
    nodes,
    copies = nodes ? copiesIn(nodes) : database,
  }: {
    /** For the first keys of a new installation; later ones are like those before them. */
    readonly isProtectingAccessRights?: boolean
    /** Where keys are used while others cannot be reached. */
    readonly nodes?: MerchantDatabases | undefined
    /** The connections for reading keys, which payments need and every node has. */
    readonly copies?: Database
  } = {},
) {
  const parts = nodes && nodes.placesMax > 1 ? openParts(nodes) : undefined
  return {
    /** Every key, oldest first, after the first of each purpose was created. */
    async openAll(): Promise<readonly OpenedKey[]> {
      await makeFirstKeys()
      return read(new Map())
    },

    read,

    /** Reserves a block of seals on the current data key; when too few are left of it, a new one is created. */
    reserve(limits: SealLimits): Promise<Reservation> {
      const counted = reserveOnCount(limits).then((keyId) => ({ keyId, canGiveBack: true }))
      return parts ? counted.catch((error: unknown) => reserveDuringOutage(error, parts, limits)) : counted
    },

    /** Gives back the unused reservations of a process. */
    async giveBack(keyId: string, seals: number): Promise<void> {
      await database.query('update vault_keys set seals_reserved = seals_reserved - $2 where key_id = $1', [
        keyId,
        seals,
      ])
    },

    /** Undefined while an earlier rotation of hashes has not come far enough: at most two keys are written under. */
    async rotate(
      purpose: KeyPurpose,
      actor: string,
    ): Promise<{ readonly keyId: string; readonly previousKeyId: string } | undefined> {
      const made = await makeKey(purpose)
      return underLock(async (client) => {
        await made.checkStillOurs(client)
        const { rows } = await client.query<{ key_id: string; state: KeyState }>(
          'select key_id, state from vault_keys where purpose = $1 order by key_id for no key update',
          [purpose],
        )
        const previousKeyId = rows.find(({ state }) => state === 'CURRENT')?.key_id
        const isUnderWay = rows.some(({ state }) => state === 'INTRODUCED' || state === 'RETIRING')
        if (previousKeyId === undefined || (purpose !== 'DATA' && isUnderWay)) return undefined
        if (purpose === 'DATA') {
          await retireCurrentDataKey(client)
          await client.query(
            `update vault_keys set is_to_be_emptied = true where purpose = 'DATA' and state <> 'CURRENT'`,
          )
        }
        await insert(client, made, purpose === 'DATA' ? 'CURRENT' : 'INTRODUCED')
        await writeKeyAuditLine(client, {
          actor,
          action: 'KEY_ROTATED',
          subject: { purpose, keyId: made.keyId, previousKeyId },
        })
        return { keyId: made.keyId, previousKeyId }
      })
    },

    async list(): Promise<readonly KeySummary[]> {
      const { rows } = await database.query<{
        key_id: string
        purpose: KeyPurpose
        state: KeyState
        state_since: Date
        created_at: Date
      }>(`select key_id, purpose, state, state_since, created_at from vault_keys ${oldestFirst}`)
      const reserved = await readReservations(database)
      return rows
        .map(({ key_id: keyId, purpose, state, ...row }) => ({
          keyId,
          purpose,
          state,
          stateSince: row.state_since,
          createdAt: row.created_at,
          sealsReserved: purpose === 'DATA' ? Number(reserved.get(keyId) ?? 0) : undefined,
          isCurrent: state === 'CURRENT',
        }))
        .toSorted((a, b) => (a.purpose === b.purpose ? 0 : a.purpose < b.purpose ? -1 : 1))
    },

    /**
     * One unit of work: before it all keys are under this key-encryption key, after it all are under the other. A call
     * of a key-management service may take a while, therefore it is done before; changes meanwhile are detected.
     */
    rewrap: (other: KeyEncryption, actor: string): Promise<number> =>
      sealAgain({ other, action: 'KEYS_REWRAPPED', actor, isProtected: (row) => row.is_protecting_access_rights }),

    /**
     * Seals every key together with the statement that access rights are protected. Write access to the database can neither take
     * it from a key nor make a key without it; only a copy of the keys from before could.
     */
    protectAccessRights: (actor: string): Promise<number> =>
      sealAgain({ other: encryption, action: 'ACCESS_RIGHTS_PROTECTED', actor, isProtected: () => true }),
  }

  async function reserveOnCount(limits: SealLimits): Promise<string> {
    for (let made = 0; made < keysMadeMax; made += 1) {
      const { rows } = await database.query<{ key_id: string }>(
        `update vault_keys set seals_reserved = seals_reserved + $1
          where purpose = 'DATA' and state = 'CURRENT' and seals_reserved + $1 <= $2 returning key_id`,
        [limits.sealsPerBlock, limits.sealsPerKeyMax],
      )
      if (rows[0]) return rows[0].key_id
      await replaceUsedUp(limits)
    }
    throw new Error('other processes used up every new data key at once')
  }

  async function sealAgain(wanted: RewrapOptions): Promise<number> {
    const { rows } = await database.query<KeyRow>(`select ${keyColumns} from vault_keys ${oldestFirst}`)
    const keys: { readonly row: KeyRow; readonly key: Buffer }[] = []
    for (const row of rows) keys.push({ row, key: (await opened(row)).key })
    const sealed = await sealKeys(keys, wanted)
    return underLock((client) => replaceKeys(client, sealed, wanted))
  }

  /** Every current key, oldest first; those that are loaded already are not decrypted again. */
  async function read(known: ReadonlyMap<string, OpenedKey>): Promise<readonly OpenedKey[]> {
    const { rows } = await copies.query<KeyRow & { readonly sealed: Buffer | null }>(
      `select key_id, purpose, state, is_protecting_access_rights, case when key_id = any($1) then null else sealed end as sealed
         from vault_keys ${oldestFirst}`,
      [[...known.keys()]],
    )
    const keys: OpenedKey[] = []
    for (const row of rows) {
      const before = known.get(row.key_id)
      if (!before) keys.push(await opened(row))
      else
        keys.push({
          ...before,
          state: row.state,
          isProtectingAccessRights: before.isProtectingAccessRights || row.is_protecting_access_rights,
        })
    }
    return keys
  }

  async function makeFirstKeys(): Promise<void> {
    const missing = async (client: Pick<Database, 'query'>) => {
      const { rows } = await client.query<{ purpose: KeyPurpose }>('select distinct purpose from vault_keys')
      return keyPurposes.filter((purpose) => !rows.some((row) => row.purpose === purpose))
    }
    const made: NewKey[] = []
    for (const purpose of await missing(database)) made.push(await makeKey(purpose))
    if (made.length === 0) return
    await underLock(async (client) => {
      const stillMissing = await missing(client)
      for (const key of made) {
        if (!stillMissing.includes(key.purpose)) continue
        await key.checkStillOurs(client)
        await insert(client, key, 'CURRENT')
      }
    })
  }

  /** Another process may have found the same key used up, and have created the next one already. */
  async function replaceUsedUp({ sealsPerBlock, sealsPerKeyMax }: SealLimits): Promise<void> {
    const made = await makeKey('DATA')
    await underLock(async (client) => {
      const { rowCount } = await client.query(
        `select 1 from vault_keys where purpose = 'DATA' and state = 'CURRENT' and seals_reserved + $1 <= $2`,
        [sealsPerBlock, sealsPerKeyMax],
      )
      if (rowCount !== 0) return
      await made.checkStillOurs(client)
      await retireCurrentDataKey(client)
      await insert(client, made, 'CURRENT')
    })
  }

  /** One process at a time creates keys, to avoid creating two where one is needed. */
  function underLock<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return inUnitOfWork(database, async (client) => {
      await holdLease(client, keyCreationLease)
      return work(client)
    })
  }

  /**
   * A key that can be stored. Before that, the key-encryption key is checked to be still the one that the others are
   * sealed under: a gateway that still runs with a former one must not store a key that cannot be decrypted.
   */
  async function makeKey(purpose: KeyPurpose): Promise<NewKey> {
    const { rows } = await database.query<KeyRow>(
      `select ${keyColumns} from vault_keys order by is_protecting_access_rights desc limit 1`,
    )
    const [witness] = rows
    if (witness) await opened(witness)
    const keyId = `${purpose.toLowerCase()}-${randomBytes(4).toString('hex')}`
    const isProtected = witness ? witness.is_protecting_access_rights : isProtectingAccessRights
    const context = contextOf({ key_id: keyId, purpose, is_protecting_access_rights: isProtected })
    return {
      keyId,
      purpose,
      isProtectingAccessRights: isProtected,
      sealed: await encryption.wrap(randomBytes(keyBytes), context),
      async checkStillOurs(client) {
        const found = await client.query<KeyRow>('select sealed from vault_keys where key_id = $1', [witness?.key_id])
        const isSame = !witness || found.rows[0]?.sealed.equals(witness.sealed)
        if (!isSame)
          throw new KeyFailure(
            'The keys were changed meanwhile; if they were re-encrypted under a new key, restart with that key.',
          )
      },
    }
  }

  async function opened(row: KeyRow): Promise<OpenedKey> {
    const { key_id: keyId, purpose, state, sealed, is_protecting_access_rights: isProtectingAccessRights } = row
    try {
      return { keyId, purpose, state, isProtectingAccessRights, key: await encryption.unwrap(sealed, contextOf(row)) }
    } catch (error) {
      if (error instanceof KeyFailure) throw error
      throw new KeyFailure(
        `The key-encryption key does not decrypt key ${keyId} of this database; it belongs to another installation.`,
      )
    }
  }
}

interface NewKey {
  readonly keyId: string
  readonly purpose: KeyPurpose
  readonly isProtectingAccessRights: boolean
  readonly sealed: Buffer
  readonly checkStillOurs: (client: pg.PoolClient) => Promise<void>
}

async function retireCurrentDataKey(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update vault_keys set state = 'RETIRING', state_since = statement_timestamp()
      where purpose = 'DATA' and state = 'CURRENT'`,
  )
}

async function insert(client: pg.PoolClient, made: NewKey, state: KeyState): Promise<void> {
  const { keyId, purpose, sealed, isProtectingAccessRights } = made
  // Later than every other of its purpose, also when the database's clock was set back: lists are in this order.
  const { rows } = await client.query<{ now: string; created: string }>(
    `select clock_timestamp()::text as now,
       greatest(clock_timestamp(), max(created_at) + interval '1 microsecond')::text as created
     from vault_keys where purpose = $1`,
    [purpose],
  )
  await client.query(
    `insert into vault_keys (key_id, purpose, sealed, state, is_protecting_access_rights, state_since, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [keyId, purpose, sealed, state, isProtectingAccessRights, rows[0]?.now, rows[0]?.created],
  )
}

/**
 * A newly created key is used up before this process reaches it only if a thousand processes start at the same moment.
 */
const keysMadeMax = 3
