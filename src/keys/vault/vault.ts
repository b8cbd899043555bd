// The vault port: keyed hashes and seals, with keys that are decrypted at start and followed as they rotate.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import type { HashPurpose, KeyAdministration, Vault } from '../ports/vault.ts'
import {
  type DataKeyOptions,
  openDataKeys,
  openKeyRing,
  refreshEveryMs,
  seal,
  sealsPerBlock,
  sealsPerKeyMax,
  sealsPerPartMax,
  unseal,
} from './data-keys.ts'
import { defaultKeyWaits, type KeyWaits } from './key-steps.ts'
import { keyStore, type OpenedKey } from './key-store.ts'
import type { AccountHashes } from './keyed-tables.ts'
import { rotations } from './rotations.ts'

export interface OpenedVault extends Vault, KeyAdministration {
  /** Only sealed access rights are accepted; see AccessRightsProtection. */
  isProtectingAccessRights(): boolean
  protectAccessRights(actor: string): Promise<void>
  /** Reads at once the keys that other processes have created; this happens automatically every few seconds. */
  refresh(): Promise<void>
  /** Resolves when the current background work is done. */
  settled(): Promise<void>
  /** Ends the background work and gives back unused reservations; the database must still be open. */
  close(): Promise<void>
}

export interface VaultOptions extends DataKeyOptions {
  /** Without them keys of accounts and data do not rotate: only a running gateway needs them. */
  readonly accountHashes: AccountHashes
  readonly waits: KeyWaits
  /** The connections for the keys of payments, where they are not those of rotations. */
  readonly payments: Database
  /** The same by the nodes of a distributed database. */
  readonly nodes: MerchantDatabases
  /** A new installation accepts only sealed access rights from its first key on. */
  readonly isProtectingAccessRights: boolean
}

export async function openVault(
  database: Database,
  encryption: KeyEncryption,
  options: Partial<VaultOptions> = {},
): Promise<OpenedVault> {
  const { payments = database, waits = defaultKeyWaits, onError = () => undefined, accountHashes, ...others } = options
  const { isProtectingAccessRights = false, nodes, ...sealing } = others
  const store = keyStore(payments, encryption, { isProtectingAccessRights, nodes })
  const ring = await openKeyRing(store)
  const seals = sessionSeals(await encryption.derive('sessions'))
  const dataKeys = await openDataKeys(store, ring, {
    sealsPerKeyMax,
    sealsPerBlock,
    sealsPerPartMax,
    refreshEveryMs,
    onError,
    ...sealing,
  })

  const hashed = (text: string) => (key: OpenedKey) => ({ keyId: key.keyId, hash: hmac(key, text) })

  function keyedHash(purpose: HashPurpose, text: string, keyId?: string): KeyedHash {
    const key = keyId === undefined ? ring.current(purpose) : ring.find(keyId)
    if (key?.purpose !== purpose) throw new Error(`no key ${keyId} for ${purpose}`)
    return { keyId: key.keyId, hash: hmac(key, text) }
  }

  const vault: Vault = {
    keyedHash,
    lookupHashes: (purpose, text) => ring.toLookUp(purpose).map(hashed(text)),
    hashesToWrite: (purpose, text) => ring.toWrite(purpose).map(hashed(text)),
    matches(purpose, text, stored) {
      const { hash } = keyedHash(purpose, text, stored.keyId)
      return hash.length === stored.hash.length && timingSafeEqual(hash, stored.hash)
    },
    seal: dataKeys.seal,
    open: dataKeys.open,
    ...seals,
  }
  const rotation = rotations(database, { ...vault, refresh: dataKeys.refresh }, { waits, onError, accountHashes })

  return {
    ...vault,
    refresh: dataKeys.refresh,
    settled: dataKeys.settled,
    close: dataKeys.close,

    /** This process's unused reservations are not counted: they will be given back. */
    async listKeys() {
      const keys = await store.list()
      return keys.map(({ sealsReserved, ...key }) => ({
        ...key,
        sealsReserved: sealsReserved === undefined ? undefined : sealsReserved - dataKeys.leftOf(key.keyId),
      }))
    },

    async rotate(purpose, actor) {
      const rotated = await store.rotate(purpose, actor)
      await dataKeys.refresh()
      return rotated
    },

    rewrap: store.rewrap,
    isProtectingAccessRights: ring.isProtectingAccessRights,
    async protectAccessRights(actor) {
      await store.protectAccessRights(actor)
      await dataKeys.refresh()
    },
    ...rotation,
  }
}

/** Keys in the platform's form, created once: every request is hashed several times. */
const keyObjects = new WeakMap<Buffer, KeyObject>()

function hmac({ key }: OpenedKey, text: string): Buffer {
  const keyObject = keyObjects.get(key) ?? createSecretKey(key)
  keyObjects.set(key, keyObject)
  return createHmac('sha256', keyObject).update(text).digest()
}

// Seals for the holder of a session's id: the key is derived from the key-encryption key and the id, and neither is in
// the database.

/** The root is derived from the key-encryption key, once at start. */
export function sessionSeals(root: Buffer): Pick<Vault, 'sealForSession' | 'openForSession'> {
  const keyOf = (sessionId: string) => createHmac('sha256', root).update(`session ${sessionId}`).digest()
  const placeOf = (sessionId: string) => ['session_codes', sessionId]
  return {
    sealForSession: (sessionId, clear) => seal(keyOf(sessionId), Buffer.from(clear), placeOf(sessionId)),
    openForSession: (sessionId, sealed) => unseal(keyOf(sessionId), sealed, placeOf(sessionId)).toString(),
  }
}
