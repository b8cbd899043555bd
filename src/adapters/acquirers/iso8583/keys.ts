// Keys for message authentication, and their change by the host. The key in use is stored as the host has sent it: under the
// key-encrypting key, which only the link's sealed settings have.
import { createDecipheriv } from 'node:crypto'
import {
  type Iso8583Codec,
  type Iso8583Message,
  isMacRight,
  keyCheckValue,
  messageMac,
} from '../../../iso8583/index.ts'
import { contractApplied, operatorRowsMoved } from '../../postgres/contract-applied.ts'
import { type Database, inUnitOfWork } from '../../postgres/database.ts'
import type { Iso8583Settings } from './settings.ts'

interface StoredKey {
  readonly sealed: string
  readonly checkValue: string
}

export interface LinkKeyStore {
  /** The last key that the host has sent, since the one with this check value was set. */
  read(configured: string): Promise<StoredKey | undefined>
  write(configured: string, key: StoredKey): Promise<void>
}

/** The links are the operator's. */
const ownerId = ''

/** The first is that of the previous release, whose processes may still run; the second is on every node of a distributed database. */
const [tableBefore, table] = ['iso8583_keys', 'iso8583_link_keys'] as const

export function postgresKeyStore(database: Database, linkId: string): LinkKeyStore {
  const isMoved = contractApplied(operatorRowsMoved)
  return {
    async read(configured) {
      const { rows } = await database.query<StoredKey>(
        `select wrapped_key as sealed, check_value as "checkValue" from ${(await isMoved(database)) ? table : tableBefore}
         where merchant_id = $1 and link_id = $2 and configured = $3`,
        [ownerId, linkId, configured],
      )
      return rows[0]
    },
    write: (configured, { sealed, checkValue }) =>
      inUnitOfWork(database, async (client) => {
        for (const each of [tableBefore, table])
          await client.query(
            `insert into ${each} (merchant_id, link_id, configured, wrapped_key, check_value, changed_at)
             values ($1, $2, $3, $4, $5, now())
             on conflict (merchant_id, link_id) do update set configured = excluded.configured,
               wrapped_key = excluded.wrapped_key, check_value = excluded.check_value, changed_at = excluded.changed_at`,
            [ownerId, linkId, configured, sealed, checkValue],
          )
      }),
  }
}

interface FormerKey {
  readonly key: Buffer
  /** By the monotonic clock. */
  readonly untilMs: number
}

export class LinkKeys {
  readonly #settings: Iso8583Settings['mac']
  readonly #store: LinkKeyStore
  readonly #overlapMs: number
  readonly #configured: string
  #current: Buffer | undefined
  #former: readonly FormerKey[] = []

  /** An old key is accepted for `overlapMs` after a change: as long as an answer to what was sent with it may take. */
  constructor({ mac, responseTimeoutMs }: Pick<Iso8583Settings, 'mac' | 'responseTimeoutMs'>, store: LinkKeyStore) {
    this.#settings = mac
    this.#store = store
    this.#overlapMs = responseTimeoutMs
    this.#current = mac?.key
    this.#configured = mac ? this.#checkValue(mac.key) : ''
  }

  get isUsed(): boolean {
    return this.#settings !== undefined
  }

  /** The bytes of a message; all but network management are authenticated. */
  pack(message: Iso8583Message, codec: Iso8583Codec): Buffer {
    const { algorithm } = this.#settings ?? {}
    if (!algorithm || !this.#current || isNetwork(message)) return codec.pack(message)
    const field = message.fieldsEnd > secondBitmapFrom ? 128 : 64
    const size = macSize(codec, field)
    const packed = codec.pack(message.set(field, Buffer.alloc(8)))
    const mac = messageMac(algorithm, this.#current, packed.subarray(0, packed.length - size))
    if (size === mac.length) mac.copy(packed, packed.length - size)
    else packed.write(mac.toString('hex').toUpperCase(), packed.length - size, 'latin1')
    return packed
  }

  /** Whether a received message is authentic. */
  isRight(message: Iso8583Message, bytes: Buffer, codec: Iso8583Codec): boolean {
    const { algorithm } = this.#settings ?? {}
    if (!algorithm) return true
    const field = message.has(128) ? 128 : 64
    const mac = message.has(field) ? message.bytes(field) : undefined
    if (!mac) return isNetwork(message)
    const covered = bytes.subarray(0, bytes.length - macSize(codec, field))
    return this.#accepted().some((key) => isMacRight(algorithm, key, covered, mac))
  }

  /** Another process may have been sent a new key. */
  async load(): Promise<void> {
    if (!this.#settings?.keyEncryptingKey) return
    const stored = await this.#store.read(this.#configured)
    const key = stored && this.#opened(stored.sealed)
    if (key && this.#checkValue(key) === stored.checkValue) this.#use(key)
  }

  /** Takes a key that the host sends; false when it cannot be read, or its check value is another. */
  async change(sealed: string, checkValue: string): Promise<boolean> {
    const key = this.#opened(sealed)
    if (!key || this.#checkValue(key) !== checkValue.toUpperCase()) return false
    // Before it is confirmed: afterwards the host accepts the old one for a while only.
    await this.#store.write(this.#configured, { sealed, checkValue: checkValue.toUpperCase() })
    this.#use(key)
    return true
  }

  #use(key: Buffer): void {
    const current = this.#current
    if (!current || current.equals(key)) return
    const untilMs = performance.now() + this.#overlapMs
    this.#former = [{ key: current, untilMs }, ...this.#former.filter((each) => !each.key.equals(key))]
    this.#current = key
  }

  #accepted(): readonly Buffer[] {
    this.#former = this.#former.filter(({ untilMs }) => performance.now() < untilMs)
    return [...(this.#current ? [this.#current] : []), ...this.#former.map(({ key }) => key)]
  }

  #checkValue(key: Buffer): string {
    return keyCheckValue(this.#settings?.algorithm ?? 'retail', key)
      .toString('hex')
      .toUpperCase()
  }

  /** Keys for the retail MAC travel under triple DES, the others under AES. */
  #opened(sealed: string): Buffer | undefined {
    const { keyEncryptingKey: under, key, algorithm } = this.#settings ?? {}
    if (!under || !key || !/^([0-9a-f]{2})+$/i.test(sealed) || sealed.length !== key.length * 2) return undefined
    const isDes = algorithm === 'retail'
    const whole = isDes && under.length === 16 ? Buffer.concat([under, under.subarray(0, 8)]) : under
    const name = isDes ? 'des-ede3-ecb' : `aes-${under.length * 8}-ecb`
    return createDecipheriv(name, whole, null).setAutoPadding(false).update(Buffer.from(sealed, 'hex'))
  }
}

const secondBitmapFrom = 65

export function isNetwork({ type }: Iso8583Message): boolean {
  return type.startsWith('08') || type.startsWith('18')
}

/** The code is the last field: what is before it is authenticated. */
function macSize({ specification: { fields } }: Iso8583Codec, field: number): number {
  return fields[field]?.encoding === 'hexadecimal' ? 16 : 8
}
