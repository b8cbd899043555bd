// The keys that this process has loaded, with the current role of each; read again every few seconds, because all
// processes go through a rotation together.
import { performance } from 'node:perf_hooks'
import type { KeyPurpose, KeyState } from '../../ports/keys/vault.ts'
import type { KeyStore, OpenedKey } from './key-store.ts'

export interface KeyRing {
  find(keyId: string): OpenedKey | undefined
  current(purpose: KeyPurpose): OpenedKey
  /**
   * The keys that new hashes are written under: any two processes have one in common, even when one is a step behind.
   */
  toWrite(purpose: KeyPurpose): readonly OpenedKey[]
  /** The keys that rows may name, the current one first. */
  toLookUp(purpose: KeyPurpose): readonly OpenedKey[]
  /** Once a key has stated so, for as long as the process runs. */
  isRightsProtected(): boolean
  /** Throws when the keys were not read for too long to write anything under them. */
  refuseStale(): void
  /** Reads the keys again. */
  refresh(): Promise<void>
}

/**
 * A process that has not read its keys for this long may have missed two steps of a rotation, and what it wrote could
 * be lost: it writes nothing. Less than the time for which a retiring key is still written under.
 */
const staleAfterMs = 5 * 60_000

const written: readonly KeyState[] = ['CURRENT', 'INTRODUCED', 'RETIRING']
const lookedUp: readonly KeyState[] = [...written, 'RETIRED']

export async function openKeyRing(store: Pick<KeyStore, 'openAll' | 'read'>): Promise<KeyRing> {
  let reads = 0
  let applied = 0
  let readAtMs = performance.now()
  let keys = byId(await store.openAll())
  let isRightsProtected = false
  noteProtection()

  function noteProtection(): void {
    isRightsProtected ||= [...keys.values()].some((key) => key.isRightsProtected)
  }

  const ofPurpose = (purpose: KeyPurpose, states: readonly KeyState[]) =>
    states.flatMap((state) => [...keys.values()].filter((key) => key.purpose === purpose && key.state === state))

  let parts = new Map<string, readonly OpenedKey[]>()
  /** Computed once for each reading: hashing needs it many times a second. */
  function part(purpose: KeyPurpose, states: readonly KeyState[], name: string): readonly OpenedKey[] {
    const cached = parts.get(name + purpose)
    if (cached) return cached
    const found = ofPurpose(purpose, states)
    parts.set(name + purpose, found)
    return found
  }

  function refuseStale(): void {
    if (performance.now() - readAtMs > staleAfterMs)
      throw new Error('the keys could not be refreshed in time, so they can no longer be used')
  }

  return {
    find: (keyId) => keys.get(keyId),
    isRightsProtected: () => isRightsProtected,

    current(purpose) {
      refuseStale()
      const [current] = part(purpose, ['CURRENT'], 'current ')
      if (!current) throw new Error(`there is no current key for ${purpose}`)
      return current
    },

    toWrite(purpose) {
      refuseStale()
      return part(purpose, written, 'written ')
    },

    refuseStale,
    toLookUp: (purpose) => part(purpose, lookedUp, 'looked up '),

    async refresh() {
      reads += 1
      const [read, askedAtMs] = [reads, performance.now()]
      const found = await store.read(keys)
      // Of two readings that overlap, the one that was requested later is newer.
      if (read < applied) return
      applied = read
      readAtMs = askedAtMs
      keys = byId(found)
      noteProtection()
      parts = new Map()
    },
  }
}

function byId(keys: readonly OpenedKey[]): ReadonlyMap<string, OpenedKey> {
  return new Map(keys.map((key) => [key.keyId, key]))
}
