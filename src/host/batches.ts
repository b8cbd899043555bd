// Settlement batches of one merchant: one takes what is approved; it takes nothing more once its reconciliation has begun,
// and nothing of it can be voided once it is settled.
import { creditKinds, type HostEntry, isStanding } from './entry.ts'
import type { BatchTotals } from './request.ts'

interface Batch {
  readonly entries: Set<HostEntry>
  readonly uploaded: Set<HostEntry>
  /** Reconciliation has begun. */
  isFrozen: boolean
  readonly settledCurrencies: Set<string>
}

export class MerchantSettlementBatches {
  readonly #batches = new Map<number, Batch>()
  #last = 0

  /** The number that an approval at this time is settled under: the day's, or the one after the last. */
  openNumber(at: string): number {
    const last = this.#batches.get(this.#last)
    if (last && !last.isFrozen) return this.#last
    return Math.max(Number(at.slice(2, 4) + at.slice(5, 7) + at.slice(8, 10)), this.#last + 1)
  }

  add(number: number, entry: HostEntry): void {
    this.#at(number).entries.add(entry)
  }

  upload(number: number, entry: HostEntry): void {
    this.#at(number).uploaded.add(entry)
  }

  freeze(number: number): void {
    this.#at(number).isFrozen = true
  }

  settle(number: number, currency: string): void {
    const batch = this.#at(number)
    batch.isFrozen = true
    batch.settledCurrencies.add(currency)
    for (const entry of batch.uploaded) if (entry.record.currency === currency) batch.uploaded.delete(entry)
  }

  move(entry: HostEntry, number: number): void {
    if (entry.batch !== undefined) this.#batches.get(entry.batch)?.entries.delete(entry)
    entry.batch = number
    this.add(number, entry)
  }

  /** Nothing of it in this currency can be voided any more. */
  isSettled(number: number, currency: string): boolean {
    const batch = this.#batches.get(number)
    if (!batch || batch.settledCurrencies.size === 0) return false
    return batch.settledCurrencies.has(currency) || this.#openCurrencies(batch).length === 0
  }

  isReconciled(number: number, currency: string): boolean {
    return this.#batches.get(number)?.settledCurrencies.has(currency) ?? false
  }

  /** What a reconciliation that names no batch is about: the oldest that is not settled in this currency. */
  toReconcile(currency: string): number | undefined {
    const open = [...this.#batches].filter(([, batch]) => this.#openCurrencies(batch).includes(currency))
    return open.map(([number]) => number).sort((a, b) => a - b)[0]
  }

  totals(number: number, currency: string): BatchTotals {
    return sum([...(this.#batches.get(number)?.entries ?? [])], currency)
  }

  uploadedTotals(number: number, currency: string): BatchTotals {
    return sum([...(this.#batches.get(number)?.uploaded ?? [])], currency)
  }

  isUploading(number: number): boolean {
    return (this.#batches.get(number)?.uploaded.size ?? 0) > 0
  }

  /** What is in the batch, and was not named by the upload. */
  notUploaded(number: number, currency: string): readonly HostEntry[] {
    const { entries, uploaded } = this.#at(number)
    return [...entries].filter(
      (entry) => entry.record.currency === currency && isStanding(entry) && !uploaded.has(entry),
    )
  }

  #openCurrencies({ entries, settledCurrencies }: Batch): readonly string[] {
    const currencies = [...entries].filter(isStanding).map(({ record }) => record.currency)
    return [...new Set(currencies)].filter((currency) => !settledCurrencies.has(currency))
  }

  #at(number: number): Batch {
    const known = this.#batches.get(number)
    if (known) return known
    const made = {
      entries: new Set<HostEntry>(),
      uploaded: new Set<HostEntry>(),
      isFrozen: false,
      settledCurrencies: new Set<string>(),
    }
    this.#batches.set(number, made)
    this.#last = Math.max(this.#last, number)
    return made
  }
}

function sum(entries: readonly HostEntry[], currency: string): BatchTotals {
  let [creditCount, creditMinor, debitCount, debitMinor] = [0, 0n, 0, 0n]
  for (const entry of entries) {
    if (entry.record.currency !== currency || !isStanding(entry)) continue
    if (creditKinds.has(entry.record.kind)) {
      creditCount += 1
      creditMinor += entry.approvedMinor
    } else {
      debitCount += 1
      debitMinor += entry.approvedMinor
    }
  }
  return { creditCount, creditMinor, debitCount, debitMinor }
}
