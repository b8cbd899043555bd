// Keys for message authentication: which one a message was made with, and their change. An answer is made with the key of its
// request, so that no message is lost while the two sides change over.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  type Iso8583Codec,
  type Iso8583Message,
  isMacRight,
  keyCheckValue,
  type MacAlgorithm,
  messageMac,
} from '../iso8583/index.ts'
import type { RecordedKeys } from './books.ts'

export interface MacSettings {
  readonly algorithm: MacAlgorithm
  readonly key: Buffer
  /** Under which new keys are sent. Without it keys cannot be changed. */
  readonly keyEncryptingKey?: Buffer | undefined
}

/** How long the old key is accepted once the other side has confirmed the new one. */
const overlapMs = 60_000

/** The number of unconfirmed keys that are accepted in addition to the confirmed one. */
const unconfirmedMax = 8

interface EarlierKey {
  readonly key: Buffer
  readonly untilMs: number
}

/** A new key as it is sent: DE 48, tags 31 and 32. */
export interface OfferedKey {
  readonly sealed: string
  readonly checkValue: string
}

export class HostKeys {
  readonly #settings: MacSettings | undefined
  #current: Buffer | undefined
  /** Still accepted, the oldest first; without end until the other side has confirmed a later one. */
  #earlier: readonly EarlierKey[] = []
  readonly #nowMs: () => number

  constructor(settings: MacSettings | undefined, recorded: RecordedKeys | undefined, nowMs: () => number) {
    this.#settings = settings
    this.#nowMs = nowMs
    this.#current = settings?.key
    if (!settings || !recorded || recorded.configured !== checkValueOf(settings, settings.key)) return
    this.#current = this.#opened(recorded.current) ?? settings.key
    const earlier = (recorded.earlier ?? []).map((sealed) => this.#opened(sealed)).filter((key) => key !== undefined)
    this.#earlier = earlier.map((key) => ({ key, untilMs: Number.POSITIVE_INFINITY }))
  }

  get isUsed(): boolean {
    return this.#settings !== undefined
  }

  get current(): Buffer | undefined {
    return this.#current
  }

  get canChange(): boolean {
    return this.#settings?.keyEncryptingKey !== undefined
  }

  /** The key that a message was authenticated with; undefined when there is none, or it is wrong. */
  keyOf(message: Iso8583Message, bytes: Buffer, { specification }: Iso8583Codec): Buffer | undefined {
    const field = macFieldOf(message)
    const mac = message.has(field) ? message.bytes(field) : undefined
    if (!this.#settings || !mac) return undefined
    const covered = bytes.subarray(0, bytes.length - macSize(specification, field))
    const keys = [this.#current, ...this.#accepted().map(({ key }) => key)]
    return keys.find((key) => key !== undefined && isMacRight(this.#algorithm(), key, covered, mac))
  }

  /** The bytes of a message, authenticated with the key. */
  pack(message: Iso8583Message, key: Buffer | undefined, codec: Iso8583Codec): Buffer {
    if (!key) return codec.pack(message)
    const field = message.fieldsEnd > 65 ? 128 : 64
    const size = macSize(codec.specification, field)
    const packed = codec.pack(message.set(field, Buffer.alloc(8)))
    const mac = messageMac(this.#algorithm(), key, packed.subarray(0, packed.length - size))
    if (size === mac.length) mac.copy(packed, packed.length - size)
    else packed.write(mac.toString('hex').toUpperCase(), packed.length - size, 'latin1')
    return packed
  }

  /** Makes a new key. It counts once the other side has confirmed it, or uses it. */
  offer(): OfferedKey | undefined {
    const { key, keyEncryptingKey } = this.#settings ?? {}
    if (!key || !keyEncryptingKey) return undefined
    const made = randomBytes(key.length)
    return { sealed: this.#sealed(made, keyEncryptingKey), checkValue: this.#checkValue(made) }
  }

  /** A key that the other side has sent; undefined when it cannot be read. */
  offered(sealed: string, checkValue: string): OfferedKey | undefined {
    const key = this.#opened(sealed)
    return key && this.#checkValue(key) === checkValue.toUpperCase() ? { sealed, checkValue } : undefined
  }

  /** From now on the new key is accepted beside the earlier ones: the other side may have none of those since the confirmed one. */
  adopt({ sealed }: OfferedKey): RecordedKeys | undefined {
    const [settings, current, key] = [this.#settings, this.#current, this.#opened(sealed)]
    const under = settings?.keyEncryptingKey
    if (!settings || !under || !current || !key) return undefined
    const [first, ...others] = [...this.#accepted(), { key: current, untilMs: Number.POSITIVE_INFINITY }]
    this.#earlier = [...(first ? [first] : []), ...others.slice(-unconfirmedMax)]
    this.#current = key
    return {
      is: 'keys',
      configured: checkValueOf(settings, settings.key),
      current: sealed,
      earlier: this.#earlier.map((each) => this.#sealed(each.key, under)),
    }
  }

  /** The other side has the key with this check value: those before it are accepted a little longer. */
  confirm(checkValue: string | undefined): void {
    const keys = [...this.#earlier.map(({ key }) => key), ...(this.#current ? [this.#current] : [])]
    const confirmed = keys.findIndex((key) => this.#checkValue(key) === checkValue?.toUpperCase())
    const untilMs = this.#nowMs() + overlapMs
    this.#earlier = this.#earlier.map((each, index) =>
      index < confirmed ? { key: each.key, untilMs: Math.min(untilMs, each.untilMs) } : each,
    )
  }

  /** The other side uses this key, and therefore has it: its confirmation may have been lost. */
  noteUse(key: Buffer): void {
    this.confirm(this.#checkValue(key))
  }

  /** For what must be understood by a side that has not the new key yet. */
  get confirmed(): Buffer | undefined {
    return this.#earlier.find(({ untilMs }) => untilMs === Number.POSITIVE_INFINITY)?.key ?? this.#current
  }

  /** The present key, for a side that may not have it: it signs on while an earlier one is still accepted. */
  get changing(): OfferedKey | undefined {
    const under = this.#settings?.keyEncryptingKey
    if (!under || !this.#current || this.#accepted().length === 0) return undefined
    return { sealed: this.#sealed(this.#current, under), checkValue: this.#checkValue(this.#current) }
  }

  #accepted(): readonly EarlierKey[] {
    this.#earlier = this.#earlier.filter(({ untilMs }) => untilMs >= this.#nowMs())
    return this.#earlier
  }

  #algorithm(): MacAlgorithm {
    return this.#settings?.algorithm ?? 'retail'
  }

  #checkValue(key: Buffer): string {
    return this.#settings ? checkValueOf(this.#settings, key) : ''
  }

  #sealed(key: Buffer, under: Buffer): string {
    const cipher = createCipheriv(cipherName(this.#algorithm(), under), cipherKey(this.#algorithm(), under), null)
    return cipher.setAutoPadding(false).update(key).toString('hex').toUpperCase()
  }

  #opened(sealed: string): Buffer | undefined {
    const { keyEncryptingKey, key } = this.#settings ?? {}
    if (!keyEncryptingKey || !key || !/^([0-9a-f]{2})+$/i.test(sealed) || sealed.length !== key.length * 2)
      return undefined
    const name = cipherName(this.#algorithm(), keyEncryptingKey)
    const cipher = createDecipheriv(name, cipherKey(this.#algorithm(), keyEncryptingKey), null)
    return cipher.setAutoPadding(false).update(Buffer.from(sealed, 'hex'))
  }
}

const checkValueOf = ({ algorithm }: MacSettings, key: Buffer) =>
  keyCheckValue(algorithm, key).toString('hex').toUpperCase()

/** Keys for the retail MAC travel under triple DES, the others under AES. */
function cipherName(algorithm: MacAlgorithm, under: Buffer): string {
  return algorithm === 'retail' ? 'des-ede3-ecb' : `aes-${under.length * 8}-ecb`
}

function cipherKey(algorithm: MacAlgorithm, under: Buffer): Buffer {
  return algorithm === 'retail' && under.length === 16 ? Buffer.concat([under, under.subarray(0, 8)]) : under
}

/** The last field of the message: the one of the second bitmap where there is one. */
function macFieldOf(message: Iso8583Message): number {
  return message.has(128) ? 128 : 64
}

function macSize({ fields }: Iso8583Codec['specification'], field: number): number {
  return fields[field]?.encoding === 'hexadecimal' ? 16 : 8
}
