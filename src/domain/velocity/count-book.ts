// Counts by subject, in memory: what this process has counted, and what the others have told of theirs. It holds a bounded
// number of subjects of each kind; beyond it, the ones that were met longest ago are forgotten.
import { addTo, lengthMs, type Part, totalOf, type Window, windows } from './window.ts'

/** RATE is for limits on requests; the others are what velocity limits are about. */
export type SubjectKind = 'ACCOUNT' | 'ADDRESS' | 'BIN' | 'MERCHANT' | 'RATE'

export interface CountSubject {
  /** Empty for what belongs to no merchant. */
  readonly merchantId: string
  readonly kind: SubjectKind
  readonly value: string
}

/** What is counted, and over which window. */
export interface Series {
  readonly counter: string
  readonly window: Window
}

/** What one process has counted for one subject, as the others read it. */
export interface Totals {
  /** By series, as HOUR:DECLINES: number and amount of each part. */
  readonly series: Readonly<Record<string, readonly (readonly [number: number, amount: string])[]>>
  /** Distinct cards, and when each was last met. */
  readonly cards?: Readonly<Record<string, number>>
}

export interface SubjectTotals extends CountSubject {
  readonly totals: Totals
}

const subjectsMax: Readonly<Record<SubjectKind, number>> = {
  ACCOUNT: 50_000,
  ADDRESS: 50_000,
  BIN: 20_000,
  MERCHANT: 20_000,
  RATE: 50_000,
}

/** The longest limit on distinct cards is shorter; a longer list would tell nothing more. */
const cardsMax = 256

interface Counted {
  readonly series: Map<string, Part[]>
  readonly cards: Map<string, number>
}

interface Entry extends Counted {
  readonly subject: CountSubject
  inFlight: number
  /** Others know of it, so that they have to hear of every change. */
  isPublished: boolean
  /** It had nothing but attempts in flight when it was last looked at for publishing. */
  isHeldOver: boolean
  readonly others: Map<string, Counted>
}

export class CountBook {
  readonly #entries: Readonly<Record<SubjectKind, Map<string, Entry>>> = {
    ACCOUNT: new Map(),
    ADDRESS: new Map(),
    BIN: new Map(),
    MERCHANT: new Map(),
    RATE: new Map(),
  }
  readonly #changed = new Set<Entry>()
  readonly #max: Readonly<Record<SubjectKind, number>>

  constructor(max: Partial<Record<SubjectKind, number>> = {}) {
    this.#max = { ...subjectsMax, ...max }
  }

  total(subject: CountSubject, series: Series, nowMs: number): bigint {
    const entry = this.#find(subject)
    if (!entry) return 0n
    const name = nameOf(series)
    let total = totalOf(entry.series.get(name) ?? [], series.window, nowMs)
    for (const other of entry.others.values()) total += totalOf(other.series.get(name) ?? [], series.window, nowMs)
    return total
  }

  /** Attempts of this process that nobody has answered yet; they are among the declines. */
  inFlight(subject: CountSubject): bigint {
    return BigInt(this.#find(subject)?.inFlight ?? 0)
  }

  /** How many distinct cards were met within the window; undefined when this card is one of them. */
  otherCards(subject: CountSubject, card: string, { window, nowMs }: { window: Window; nowMs: number }) {
    const entry = this.#find(subject)
    const since = nowMs - lengthMs(window)
    const met = new Set<string>()
    for (const { cards } of entry ? [entry, ...entry.others.values()] : [])
      for (const [each, atMs] of cards) if (atMs > since) met.add(each)
    return met.has(card) ? undefined : met.size
  }

  add(subject: CountSubject, series: Series, part: { readonly number: number; readonly amount: bigint }): void {
    const entry = this.#entryOf(subject)
    const name = nameOf(series)
    const parts = entry.series.get(name) ?? []
    addTo(parts, series.window, part.number, part.amount)
    if (parts.length > 0) entry.series.set(name, parts)
    else entry.series.delete(name)
    this.#changed.add(entry)
  }

  addCard(subject: CountSubject, card: string, nowMs: number): void {
    const entry = this.#entryOf(subject)
    entry.cards.delete(card)
    entry.cards.set(card, nowMs)
    const [oldest] = entry.cards.keys()
    if (entry.cards.size > cardsMax && oldest !== undefined) entry.cards.delete(oldest)
    this.#changed.add(entry)
  }

  addInFlight(subject: CountSubject, by: 1 | -1): void {
    // One that was forgotten meanwhile has nothing in flight any more.
    const entry = by > 0 ? this.#entryOf(subject) : this.#find(subject)
    if (entry) entry.inFlight = Math.max(0, entry.inFlight + by)
  }

  /** What others have to hear of since the last time. What has only just begun waits once, since it is mostly approved. */
  takeChanges(): readonly SubjectTotals[] {
    const taken: SubjectTotals[] = []
    for (const entry of this.#changed) {
      if (isOnlyBeginning(entry) && !entry.isHeldOver) {
        entry.isHeldOver = true
        continue
      }
      this.#changed.delete(entry)
      entry.isHeldOver = false
      if (!entry.isPublished && !isWorthTelling(entry)) continue
      entry.isPublished = true
      taken.push({ ...entry.subject, totals: totalsOf(entry) })
    }
    return taken
  }

  /** They could not be told: they are told the next time. */
  putBack(changes: readonly CountSubject[]): void {
    for (const subject of changes) {
      const entry = this.#find(subject)
      if (entry) this.#changed.add(entry)
    }
  }

  /** What another process has counted so far, in place of what it told before. */
  hear(process: string, { totals, ...subject }: SubjectTotals): void {
    this.#entryOf(subject).others.set(process, countedOf(totals))
  }

  get size(): number {
    return Object.values(this.#entries).reduce((sum, entries) => sum + entries.size, 0)
  }

  #find(subject: CountSubject): Entry | undefined {
    return this.#entries[subject.kind].get(keyOf(subject))
  }

  #entryOf(subject: CountSubject): Entry {
    const entries = this.#entries[subject.kind]
    const key = keyOf(subject)
    const known = entries.get(key)
    const entry: Entry = known ?? {
      subject: { merchantId: subject.merchantId, kind: subject.kind, value: subject.value },
      series: new Map(),
      cards: new Map(),
      inFlight: 0,
      isPublished: false,
      isHeldOver: false,
      others: new Map(),
    }
    // The one met last stands last.
    if (known) entries.delete(key)
    entries.set(key, entry)
    const [first] = entries.keys()
    if (entries.size > this.#max[subject.kind] && first !== undefined) this.#forget(entries, first)
    return entry
  }

  #forget(entries: Map<string, Entry>, key: string): void {
    const entry = entries.get(key)
    if (entry) this.#changed.delete(entry)
    entries.delete(key)
  }
}

function keyOf({ merchantId, value }: CountSubject): string {
  return `${merchantId} ${value}`
}

function nameOf({ counter, window }: Series): string {
  return `${window}:${counter}`
}

function windowOf(name: string): Window | undefined {
  const [first = ''] = name.split(':', 1)
  return Object.hasOwn(windows, first) ? (first as Window) : undefined
}

/** Of one payer, an approval is nothing that others have to know. */
function isWorthTelling({ subject: { kind }, series, cards }: Entry): boolean {
  if (kind !== 'ACCOUNT' && kind !== 'ADDRESS') return true
  return cards.size > 0 || [...series.keys()].some((name) => !name.endsWith(':APPROVALS'))
}

function isOnlyBeginning({ subject: { kind }, series, inFlight, isPublished }: Entry): boolean {
  if (isPublished || inFlight === 0 || (kind !== 'ACCOUNT' && kind !== 'ADDRESS')) return false
  const declines = [...series].find(([name]) => name.endsWith(':DECLINES'))?.[1] ?? []
  return declines.reduce((sum, { amount }) => sum + amount, 0n) <= BigInt(inFlight)
}

function totalsOf({ series, cards }: Counted): Totals {
  const told = [...series].map(([name, parts]) => [name, parts.map(({ number, amount }) => [number, String(amount)])])
  return { series: Object.fromEntries(told), ...(cards.size > 0 && { cards: Object.fromEntries(cards) }) }
}

function countedOf({ series, cards = {} }: Totals): Counted {
  const heard = Object.entries(series).filter(([name]) => windowOf(name) !== undefined)
  return {
    series: new Map(
      heard.map(([name, parts]) => [name, parts.map(([number, amount]) => ({ number, amount: BigInt(amount) }))]),
    ),
    cards: new Map(Object.entries(cards)),
  }
}
