// Which data key seals, and how many more times it may: seals are reserved in blocks ahead of need, therefore sealing
// itself never waits for the database.
import type { SealedValue } from '../../ports/keys/vault.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeyStore, OpenedKey, SealLimits } from './key-store.ts'
import { seal, unseal } from './seal.ts'

export interface DataKeyOptions extends SealLimits {
  readonly refreshEveryMs: number
  /** Called with failures in the background that will be retried. */
  readonly onError: (error: unknown) => void
}

export interface DataKeys {
  seal(clear: string, belongsTo: readonly string[]): SealedValue
  open(sealed: SealedValue, belongsTo: readonly string[]): Promise<string>
  /** Reserved by this process on this key and not used yet. */
  leftOf(keyId: string): number
  /** Reads the keys that other processes have created; runs automatically at intervals. */
  refresh(): Promise<void>
  /** Resolves when the current background work is done. */
  settled(): Promise<void>
  /** From here on nothing is sealed; unused reservations are given back. */
  close(): Promise<void>
}

/** Far below 2^32, where random nonces of 96 bits would begin to be too few. */
export const sealsPerKeyMax = 2 ** 30
/** At ten thousand payments a second half of it lasts three seconds; a process that is killed wastes little. */
export const sealsPerBlock = 2 ** 16
/** Together with the time that a refresh takes, less than the five seconds after which a rotated key is out of use. */
export const refreshEveryMs = 4_000

interface Block {
  readonly key: OpenedKey
  left: number
}

export async function openDataKeys(
  store: Pick<KeyStore, 'reserve' | 'giveBack'>,
  ring: KeyRing,
  { refreshEveryMs, onError, ...limits }: DataKeyOptions,
): Promise<DataKeys> {
  let block: Block | undefined
  let isClosed = false
  let reserving: Promise<void> | undefined
  let refreshing: Promise<void> | undefined

  // A read-only database, as during a fail-over, does not prevent a start: nothing could be sealed into it.
  await reserve()
  const timer = setInterval(() => {
    refreshing ??= refresh()
      .catch(onError)
      .finally(() => {
        refreshing = undefined
      })
  }, refreshEveryMs)
  timer.unref()

  return {
    seal(clear, belongsTo) {
      if (!block || block.left <= limits.sealsPerBlock / 2) void reserve()
      if (!block || block.left === 0) throw new Error('no encryptions are reserved, so nothing can be encrypted')
      ring.refuseStale()
      const { keyId, key } = block.key
      // Reservations on a key that has gone out of use meanwhile, because nothing newer could be reserved, are void.
      const state = ring.find(keyId)?.state
      if (state !== 'CURRENT' && state !== 'RETIRING') throw new Error(`${keyId} can no longer be used for encryption`)
      block.left -= 1
      return { keyId, sealed: seal(key, Buffer.from(clear), belongsTo) }
    },

    async open({ keyId, sealed }, belongsTo) {
      // Always reads: a read that is already under way may have started before the key in question was created.
      if (!ring.find(keyId)) await ring.refresh()
      const existing = ring.find(keyId)
      if (existing?.purpose !== 'DATA') throw new Error(`there is no data key ${keyId}`)
      return unseal(existing.key, sealed, belongsTo).toString()
    },

    leftOf: (keyId) => (block?.key.keyId === keyId ? block.left : 0),
    refresh,
    settled,

    async close() {
      isClosed = true
      clearInterval(timer)
      await settled()
      const unused = block
      block = undefined
      if (unused) await giveBack(unused)
    },
  }

  async function settled(): Promise<void> {
    await refreshing
    await reserving
  }

  async function refresh(): Promise<void> {
    await reserving
    await ring.refresh()
    if (ring.current('DATA').keyId !== block?.key.keyId) await reserve()
  }

  /** One reservation at a time. Never fails: the next seal and the next refresh retry it. */
  function reserve(): Promise<void> {
    if (isClosed) return Promise.resolve()
    reserving ??= store
      .reserve(limits)
      .then(take)
      .catch(onError)
      .finally(() => {
        reserving = undefined
      })
    return reserving
  }

  async function take(keyId: string): Promise<void> {
    if (!ring.find(keyId)) await ring.refresh()
    const key = ring.find(keyId)
    if (!key) throw new Error(`data key ${keyId} was removed before it was used`)
    const before = block
    const isSameKey = before?.key.keyId === key.keyId
    block = { key, left: limits.sealsPerBlock + (isSameKey ? before.left : 0) }
    if (before && !isSameKey) await giveBack(before)
  }

  /** Not needed for safety; but then the count shows an operator how much a key was used. */
  async function giveBack({ key, left }: Block): Promise<void> {
    if (left > 0) await store.giveBack(key.keyId, left).catch(onError)
  }
}
