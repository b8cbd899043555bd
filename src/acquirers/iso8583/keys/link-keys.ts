// Keys for message authentication, and what the host may do with them. The key in use is stored as the host has sent it: under the
// key-encrypting key, which only the link's sealed settings have. A change of keys and a sign-off must be authenticated by the
// present key and must be new; the key must be new, too.
import { createDecipheriv, createHmac } from 'node:crypto'
import {
  type Iso8583Codec,
  type Iso8583Message,
  isMacRight,
  keyCheckValue,
  messageMac,
} from '../../../iso8583/index.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { LinkKeyState } from '../../../merchants/index.ts'
import { networkFunctions } from '../messages.ts'
import type { Iso8583Settings } from '../settings/settings.ts'
import { hostTimeMs, lastMessageOf, reasonNotFresh } from './host-time.ts'
import type { LinkKeyStore } from './key-store.ts'

/** What authenticates a received message: a key, or why there is none. */
export type MacCheck =
  | { readonly kind: 'KEY'; readonly key: Buffer }
  | { readonly kind: 'UNUSED' | 'MISSING' | 'WRONG' }

/** A key as the host sends it: DE 48, tags 31 and 32, with DE 7. */
export interface KeyOffer {
  readonly sealed: string
  readonly checkValue: string
  readonly transmission: string | undefined
}

/** Of a message of the host: taken, or why not. */
export type Verdict = { readonly kind: 'TAKEN' } | { readonly kind: 'REFUSED'; readonly why: string }

interface FormerKey {
  readonly key: Buffer
  /** By the monotonic clock. */
  readonly untilMs: number
}

/** How many keys are remembered after their use. Older ones are refused by their MAC and their time. */
const formerMax = 200

const taken: Verdict = { kind: 'TAKEN' }
const refused = (why: string): Verdict => ({ kind: 'REFUSED', why })

export class LinkKeys {
  readonly #settings: Iso8583Settings['mac']
  readonly #store: LinkKeyStore
  readonly #clock: Pick<Clock, 'now'>
  readonly #overlapMs: number
  readonly #configured: string
  #current: Buffer | undefined
  /** The key before the current one, with which a host may still send it. */
  #replaced: Buffer | undefined
  #former: readonly FormerKey[] = []
  #loading: Promise<void> | undefined

  /** An old key is accepted for `overlapMs` after a change: as long as a response to what was sent with it may take. */
  constructor(
    { mac, responseTimeoutMs }: Pick<Iso8583Settings, 'mac' | 'responseTimeoutMs'>,
    { store, clock }: { readonly store: LinkKeyStore; readonly clock: Pick<Clock, 'now'> },
  ) {
    this.#settings = mac
    this.#store = store
    this.#clock = clock
    this.#overlapMs = responseTimeoutMs
    this.#current = mac?.key
    this.#configured = mac ? this.#checkValue(mac.key) : ''
  }

  /** The bytes of a message; of network management only the sign-off is authenticated. */
  pack(message: Iso8583Message, codec: Iso8583Codec): Buffer {
    const isPlain = isNetwork(message) && message.text(70) !== networkFunctions.signOff
    return this.#packWith(message, codec, isPlain ? undefined : this.#current)
  }

  /** A response has the key of its request. */
  packResponse(response: Iso8583Message, codec: Iso8583Codec, check: MacCheck): Buffer {
    return this.#packWith(response, codec, check.kind === 'KEY' ? check.key : undefined)
  }

  #packWith(message: Iso8583Message, codec: Iso8583Codec, key: Buffer | undefined): Buffer {
    const { algorithm } = this.#settings ?? {}
    if (!algorithm || !key) return codec.pack(message)
    const field = message.fieldsEnd > secondBitmapFrom ? 128 : 64
    const size = macSize(codec, field)
    const packed = codec.pack(message.set(field, Buffer.alloc(8)))
    const mac = messageMac(algorithm, key, packed.subarray(0, packed.length - size))
    if (size === mac.length) mac.copy(packed, packed.length - size)
    else packed.write(mac.toString('hex').toUpperCase(), packed.length - size, 'latin1')
    return packed
  }

  check(message: Iso8583Message, bytes: Buffer, codec: Iso8583Codec): MacCheck {
    const { algorithm } = this.#settings ?? {}
    if (!algorithm) return { kind: 'UNUSED' }
    const field = message.has(128) ? 128 : 64
    const mac = message.has(field) ? message.bytes(field) : undefined
    if (!mac) return { kind: 'MISSING' }
    const covered = bytes.subarray(0, bytes.length - macSize(codec, field))
    // A host that does not know yet that its key was taken uses the one before for network management.
    const replaced = isNetwork(message) && this.#replaced ? [this.#replaced] : []
    const key = [...this.#accepted(), ...replaced].find((each) => isMacRight(algorithm, each, covered, mac))
    return key ? { kind: 'KEY', key } : { kind: 'WRONG' }
  }

  /** Another process may have been sent a new key. One read at a time; concurrent callers wait for it. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    if (!this.#settings?.keyEncryptingKey) return
    const state = await this.#store.read(this.#configured)
    if (state) this.#use(state)
  }

  /** Takes a key that the host sends. */
  async change({ sealed, checkValue, transmission }: KeyOffer, check: MacCheck): Promise<Verdict> {
    const offered = this.#opened(sealed)
    if (!offered || this.#checkValue(offered) !== checkValue.toUpperCase())
      return refused('it cannot be read, or its check value is another')
    return this.#decide(check, transmission, (state, sentMs) => {
      const present = this.#presentOf(state)
      // Sent again, because the host did not get our answer.
      if (present?.equals(offered)) return taken
      const why = this.#reasonNotToTake(state, check, sentMs)
      if (why !== undefined) return refused(why)
      const formerKeys = [...(state?.formerKeys ?? []), ...(present ? [this.#fingerprint(present)] : [])]
      if (formerKeys.includes(this.#fingerprint(offered)) || this.#settings?.key.equals(offered))
        return refused('the key was in use before')
      return {
        wrappedKey: sealed,
        checkValue: checkValue.toUpperCase(),
        replacedKey: state?.wrappedKey ?? '',
        formerKeys: formerKeys.slice(-formerMax),
      }
    })
  }

  /** Whether the host may sign off; always without message authentication. */
  async signOff(transmission: string | undefined, check: MacCheck): Promise<Verdict> {
    if (check.kind === 'UNUSED') return taken
    return this.#decide(check, transmission, (state, sentMs) => {
      const why = this.#reasonNotToTake(state, check, sentMs)
      if (why !== undefined) return refused(why)
      return state?.lastSentMs === sentMs ? taken : (state ?? unchangedKey)
    })
  }

  /** By what is stored, which another process may just have changed; what is decided counts once it is stored. */
  async #decide(
    check: MacCheck,
    transmission: string | undefined,
    decide: (state: LinkKeyState | undefined, sentMs: number | undefined) => Verdict | AgreedKeys,
  ): Promise<Verdict> {
    // Nothing is read for a stranger.
    if (check.kind !== 'KEY') return refused('it is not authenticated')
    const now = this.#clock.now()
    const sentMs = hostTimeMs(transmission, now)
    let verdict: Verdict = taken
    let agreed: LinkKeyState | undefined
    await this.#store.change(this.#configured, (state) => {
      const decided = decide(state, sentMs)
      verdict = 'kind' in decided ? decided : taken
      agreed = state
      if ('kind' in decided || sentMs === undefined) return undefined
      agreed = { ...decided, ...lastMessageOf(sentMs, state, now.getTime()) }
      return agreed
    })
    if (agreed) this.#use(agreed)
    return verdict
  }

  #reasonNotToTake(state: LinkKeyState | undefined, check: MacCheck, sentMs: number | undefined): string | undefined {
    const isOfPresentKey = check.kind === 'KEY' && this.#presentOf(state)?.equals(check.key)
    return isOfPresentKey
      ? reasonNotFresh(sentMs, state, this.#clock.now().getTime())
      : 'it is not authenticated by the present key'
  }

  #presentOf(state: LinkKeyState | undefined): Buffer | undefined {
    return this.#keyIn(state?.wrappedKey, state?.checkValue) ?? this.#settings?.key
  }

  /** Empty stands for the key of the settings. */
  #keyIn(wrapped: string | undefined, checkValue?: string): Buffer | undefined {
    const key = wrapped ? this.#opened(wrapped) : undefined
    return key && (checkValue === undefined || this.#checkValue(key) === checkValue) ? key : undefined
  }

  #use(state: LinkKeyState): void {
    const [current, key] = [this.#current, this.#presentOf(state)]
    if (state.wrappedKey) this.#replaced = this.#keyIn(state.replacedKey) ?? this.#settings?.key
    if (!current || !key || current.equals(key)) return
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

  /** Tells whether two keys are the same, to those who have the key-encrypting key. */
  #fingerprint(key: Buffer): string {
    const under = this.#settings?.keyEncryptingKey ?? Buffer.alloc(0)
    return createHmac('sha256', under).update('former key').update(key).digest().subarray(0, 16).toString('base64url')
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

type AgreedKeys = Omit<LinkKeyState, 'lastSentMs' | 'lastReceivedMs'>

const unchangedKey: AgreedKeys = { wrappedKey: '', checkValue: '', replacedKey: '', formerKeys: [] }

const secondBitmapFrom = 65

/** Without authentication only network management is looked at. */
export function isBelievable(message: Iso8583Message, { kind }: MacCheck): boolean {
  return kind === 'KEY' || kind === 'UNUSED' || (kind === 'MISSING' && isNetwork(message))
}

export function isNetwork({ type }: Iso8583Message): boolean {
  return type.startsWith('08') || type.startsWith('18')
}

/** The code is the last field: what is before it is authenticated. */
function macSize({ specification: { fields } }: Iso8583Codec, field: number): number {
  return fields[field]?.encoding === 'hexadecimal' ? 16 : 8
}
