// The keys in use, and sealing under them.
import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { partCount } from '../../platform/postgres/cluster/parts.ts'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import type { KeyPurpose, KeyState, SealedValue } from '../ports/vault.ts'
import type { KeyStore, OpenedKey } from './key-store.ts'
import type { Reservation, SealLimits } from './seal-reservations.ts'

/**
 * The keys that this process has loaded, with the current role of each; read again every few seconds, because all
 * processes go through a rotation together.
 */
interface KeyRing {
  find(keyId: string): OpenedKey | undefined
  current(purpose: KeyPurpose): OpenedKey
  /**
   * The keys that new hashes are written under: any two processes have one in common, even when one is a step behind.
   */
  toWrite(purpose: KeyPurpose): readonly OpenedKey[]
  /** The keys that rows may name, the current one first. */
  toLookUp(purpose: KeyPurpose): readonly OpenedKey[]
  /** Once a key has stated so, for as long as the process runs. */
  isProtectingAccessRights(): boolean
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
  let readAtMs = elapsedMs()
  let keys = byId(await store.openAll())
  let isProtectingAccessRights = false
  noteProtection()

  function noteProtection(): void {
    isProtectingAccessRights ||= [...keys.values()].some((key) => key.isProtectingAccessRights)
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
    if (elapsedMs() - readAtMs > staleAfterMs)
      throw new Error('the keys could not be refreshed in time, so they can no longer be used')
  }

  return {
    find: (keyId) => keys.get(keyId),
    isProtectingAccessRights: () => isProtectingAccessRights,

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
      const [read, askedAtMs] = [reads, elapsedMs()]
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

export interface DataKeyOptions extends SealLimits {
  readonly refreshEveryMs: number
  /** Called with failures in the background that will be retried. */
  readonly onError: (error: unknown) => void
}

interface DataKeys {
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

/** Of each part, while a node of a distributed database is down: a thousand payments a second for hours. */
export const sealsPerPartMax = 2 ** 22
/** With those, 2^30: far below 2^32, where random nonces of 96 bits would begin to be too few. */
export const sealsPerKeyMax = 2 ** 30 - partCount * sealsPerPartMax
/** At ten thousand payments a second half of it lasts three seconds; a process that is killed wastes little. */
export const sealsPerBlock = 2 ** 16
/** Together with the time that a refresh takes, less than the five seconds after which a rotated key is out of use. */
export const refreshEveryMs = 4_000

interface Block {
  readonly key: OpenedKey
  left: number
  /** How many of those may be given back at most. */
  readonly counted: number
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

    leftOf: (keyId) => (block?.key.keyId === keyId ? unusedOf(block) : 0),
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

  async function take({ keyId, canGiveBack }: Reservation): Promise<void> {
    if (!ring.find(keyId)) await ring.refresh()
    const key = ring.find(keyId)
    if (!key) throw new Error(`data key ${keyId} was removed before it was used`)
    const before = block
    const isSameKey = before?.key.keyId === key.keyId
    const kept = isSameKey ? before : { left: 0, counted: 0 }
    block = {
      key,
      left: limits.sealsPerBlock + kept.left,
      counted: (canGiveBack ? limits.sealsPerBlock : 0) + Math.min(kept.left, kept.counted),
    }
    if (before && !isSameKey) await giveBack(before)
  }

  /** Not needed for safety; but then the count shows an operator how much a key was used. */
  async function giveBack(unused: Block): Promise<void> {
    const seals = unusedOf(unused)
    if (seals > 0) await store.giveBack(unused.key.keyId, seals).catch(onError)
  }
}

function unusedOf({ left, counted }: Block): number {
  return Math.min(left, counted)
}

const formatVersion = 1
const formatByte = Buffer.of(formatVersion)
const nonceBytes = 12
const tagBytes = 16

/**
 * Sealing: AES-256-GCM with everything that says where a value belongs bound to it: a sealed value copied to another
 * place cannot be decrypted there.
 */
export function seal(key: Buffer, clear: Buffer, belongsTo: readonly string[]): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(belongsTo))
  const sealed = [cipher.update(clear), cipher.final()]
  return Buffer.concat([formatByte, nonce, cipher.getAuthTag(), ...sealed])
}

/** Drawn many at a time: requesting twelve bytes from the system costs more than using them. Each is used once. */
const drawn = Buffer.alloc(nonceBytes * 256)
let used = drawn.length

function nextNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += nonceBytes
  return Buffer.from(drawn.subarray(used - nonceBytes, used))
}

/** Throws when the key is wrong, the value was altered, or it does not belong here. */
export function unseal(key: Buffer, sealed: Buffer, belongsTo: readonly string[]): Buffer {
  if (sealed[0] !== formatVersion) throw new Error('sealed value of an unknown format')
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(associated(belongsTo)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}

/** JSON keeps the parts apart: ['a','bc'] and ['ab','c'] must not be the same place. */
function associated(belongsTo: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(belongsTo))
}

export function keyInMemory(key: Buffer): KeyEncryption {
  return {
    wrap: async (clear, context) => seal(key, clear, context),
    unwrap: async (wrapped, context) => unseal(key, wrapped, context),
    derive: async (label) => Buffer.from(hkdfSync('sha256', key, '', `tollgate ${label}`, 32)),
  }
}
