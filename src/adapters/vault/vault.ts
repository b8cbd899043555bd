// The vault port: keyed hashes and seals, with keys that are opened at start and, for seals, followed as they rotate.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HashPurpose, KeyAdministration, KeyedHash, Vault } from '../../ports/vault.ts'
import type { Database } from '../postgres/database.ts'
import { type DataKeyOptions, openDataKeys, refreshEveryMs, sealsPerBlock, sealsPerKeyMax } from './data-keys.ts'
import { keyStore } from './key-store.ts'

export interface OpenedVault extends Vault, KeyAdministration {
  /** Resolves when what goes on in the background at this moment is done. */
  settled(): Promise<void>
  /** Ends what goes on in the background and gives back unused reservations; the database must still be open. */
  close(): Promise<void>
}

export async function openVault(
  database: Database,
  keyEncryptionKey: Buffer,
  options: Partial<DataKeyOptions> = {},
): Promise<OpenedVault> {
  const store = keyStore(database, keyEncryptionKey)
  const opened = await store.openAll()
  const keys = new Map(opened.map((key) => [key.keyId, key]))
  const current = new Map(opened.map(({ purpose, keyId }) => [purpose, keyId]))
  const dataKeys = await openDataKeys(
    store,
    opened.filter(({ purpose }) => purpose === 'DATA'),
    { sealsPerKeyMax, sealsPerBlock, refreshEveryMs, onError: () => undefined, ...options },
  )

  function keyedHash(purpose: HashPurpose, text: string, keyId = current.get(purpose)): KeyedHash {
    const key = keyId === undefined ? undefined : keys.get(keyId)
    if (keyId === undefined || key?.purpose !== purpose) throw new Error(`no key ${keyId} for ${purpose}`)
    return { keyId, hash: createHmac('sha256', key.key).update(text).digest() }
  }

  return {
    keyedHash,
    matches(purpose, text, stored) {
      const { hash } = keyedHash(purpose, text, stored.keyId)
      return hash.length === stored.hash.length && timingSafeEqual(hash, stored.hash)
    },
    seal: dataKeys.seal,
    open: dataKeys.open,
    settled: dataKeys.settled,
    close: dataKeys.close,

    /** What this process has reserved and not used is not counted: it will be given back. */
    async listKeys() {
      const keys = await store.list()
      return keys.map(({ sealsReserved, ...key }) => ({
        ...key,
        sealsReserved: sealsReserved === undefined ? undefined : sealsReserved - dataKeys.leftOf(key.keyId),
      }))
    },

    async rotateDataKey() {
      const rotated = await store.rotateDataKey()
      await dataKeys.refresh()
      return rotated
    },
  }
}
