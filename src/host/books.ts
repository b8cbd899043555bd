// The host's books in memory. They change only by records of the journal, so that a restart gives the same books.
import { MerchantSettlementBatches } from './batches.ts'
import { type HostEntry, merchantOf, placeOf, type RecordedMessage, settledKinds } from './entry.ts'

/** A message arrived again. */
interface RecordedRepeat {
  readonly is: 'repeat'
  readonly key: string
  /** Once, unless it says otherwise. */
  readonly times?: number
}

/** A batch takes nothing more, or a currency of it is settled. */
interface RecordedSettlementBatch {
  readonly is: 'batch'
  readonly merchant: string
  readonly number: number
  readonly settledCurrency?: string
  /** Keys of what was in the batch and is settled with a later one. */
  readonly moved?: readonly string[]
  readonly movedTo?: number
}

/** Keys for message authentication, under the key-encrypting key. */
export interface RecordedKeys {
  readonly is: 'keys'
  /** The check value of the key that the host was started with: with another key it starts again. */
  readonly configured: string
  readonly current: string
  /** Still accepted, the oldest first. */
  readonly earlier?: readonly string[]
}

export type JournalRecord = RecordedMessage | RecordedRepeat | RecordedSettlementBatch | RecordedKeys

/** A decided message without the members that follow from its request, and what is recorded before and after it. */
export type DecidedMessage = Omit<
  RecordedMessage,
  'is' | 'key' | 'digest' | 'at' | 'currency' | 'amountMinor' | 'reference'
> & {
  readonly first?: readonly JournalRecord[]
  readonly after?: readonly JournalRecord[]
}

/** As the gateway compares it with its own books. */
export interface ListedEntry {
  readonly reference: string
  readonly kind: string
  /** Three digits. */
  readonly currency: string
  readonly standingMinor: string
  readonly originalReference?: string | undefined
  readonly isApproved: boolean
  readonly isReversed: boolean
  readonly timesAsked: number
  readonly lastFour?: string | undefined
  readonly batch?: number | undefined
  /** It can no longer be voided or reversed. */
  readonly isSettled?: boolean
}

const internalKinds: ReadonlySet<string> = new Set(['REVERSAL', 'UPLOAD', 'RECONCILIATION'])

export class HostBooks {
  readonly #byPlace = new Map<string, HostEntry>()
  readonly #merchants = new Map<
    string,
    { readonly entries: HostEntry[]; readonly batches: MerchantSettlementBatches }
  >()
  /** Keys of requests whose reversal came first. */
  readonly #held = new Set<string>()
  #keys: RecordedKeys | undefined
  #count = 0

  /** How many messages were decided; numbers authorizations. */
  get count(): number {
    return this.#count
  }

  get keys(): RecordedKeys | undefined {
    return this.#keys
  }

  find(key: string): HostEntry | undefined {
    for (let entry = this.#byPlace.get(placeOf(key)); entry; entry = entry.next)
      if (entry.record.key === key) return entry
    return undefined
  }

  /** At the same terminal, or at another one of the merchant. */
  findOriginal(key: string): HostEntry | undefined {
    return this.find(key) ?? this.#byPlace.get(placeOf(key))
  }

  isHeld(key: string): boolean {
    return this.#held.has(key)
  }

  batchesOf(merchant: string): MerchantSettlementBatches {
    return this.#merchantOf(merchant).batches
  }

  isSettled({ record, batch }: HostEntry): boolean {
    return batch !== undefined && this.batchesOf(merchantOf(record.key)).isSettled(batch, record.currency)
  }

  apply(record: JournalRecord): void {
    switch (record.is) {
      case 'message':
        this.#applyMessage(record)
        return
      case 'repeat': {
        const entry = this.find(record.key)
        if (entry) entry.timesAsked += record.times ?? 1
        return
      }
      case 'batch':
        this.#applyBatch(record)
        return
      case 'keys':
        this.#keys = record
    }
  }

  /** A page in the order of references. */
  list(
    merchant: string,
    { after = '', limit }: { readonly after?: string; readonly limit: number },
  ): readonly ListedEntry[] {
    return this.#merchantOf(merchant)
      .entries.filter(({ record }) => !internalKinds.has(record.kind))
      .map((entry) => ({ entry, line: listed(entry) }))
      .filter(({ line }) => line.reference > after)
      .sort(({ line: a }, { line: b }) => (a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0))
      .slice(0, limit)
      .map(({ entry, line }) => ({ ...line, ...(this.isSettled(entry) && { isSettled: true }) }))
  }

  merchants(): readonly string[] {
    return [...this.#merchants.keys()].sort()
  }

  #merchantOf(merchant: string) {
    const known = this.#merchants.get(merchant)
    if (known) return known
    const made = { entries: [], batches: new MerchantSettlementBatches() }
    this.#merchants.set(merchant, made)
    return made
  }

  #applyMessage(record: RecordedMessage): void {
    this.#count += 1
    const target = record.about === undefined ? undefined : this.findOriginal(record.about)
    const known = this.find(record.key)
    if (known) {
      // An upload reported it before it arrived.
      known.record = record
      known.target = target
      known.timesAsked += 1
      target?.followers.push(known)
      return
    }
    const entry: HostEntry = {
      record,
      approvedMinor: BigInt(record.approvedMinor),
      isReversed: record.isReversed ?? false,
      timesAsked: 1,
      target,
      followers: [],
      batch: record.batch,
      next: undefined,
    }
    const place = placeOf(record.key)
    const first = this.#byPlace.get(place)
    if (first) {
      entry.next = first.next
      first.next = entry
    } else this.#byPlace.set(place, entry)
    const { entries, batches } = this.#merchantOf(merchantOf(record.key))
    entries.push(entry)
    if (record.batch !== undefined && record.isApproved && settledKinds.has(record.kind))
      batches.add(record.batch, entry)
    if (record.kind === 'UPLOAD' && target && record.batch !== undefined) batches.upload(record.batch, target)
    if (record.kind === 'REVERSAL' && record.isApproved) this.#reverse(record, target)
    else target?.followers.push(entry)
  }

  #reverse({ about = '', remainingMinor }: RecordedMessage, target: HostEntry | undefined): void {
    if (!target) this.#held.add(about)
    else if (remainingMinor !== undefined && remainingMinor !== '0') target.approvedMinor = BigInt(remainingMinor)
    else target.isReversed = true
  }

  #applyBatch({ merchant, number, settledCurrency, moved = [], movedTo }: RecordedSettlementBatch): void {
    const { batches } = this.#merchantOf(merchant)
    if (settledCurrency === undefined) batches.freeze(number)
    else batches.settle(number, settledCurrency)
    if (movedTo === undefined) return
    for (const key of moved) {
      const entry = this.find(key)
      if (entry) batches.move(entry, movedTo)
    }
  }
}

function listed(entry: HostEntry): ListedEntry {
  const { record, target, isReversed, approvedMinor, timesAsked, batch } = entry
  const { reference = record.key.replaceAll('\t', '-'), kind, currency, isApproved, lastFour } = record
  const originalReference = target?.record.reference
  return {
    reference,
    kind,
    currency,
    standingMinor: String(isApproved && !isReversed ? approvedMinor : 0n),
    originalReference,
    isApproved,
    isReversed,
    timesAsked,
    lastFour,
    batch,
  }
}
