// Counts by subject, in memory: what this process has counted, and what the others have published. It holds a bounded
// number of subjects of each kind; beyond it, the least recently used are dropped.
import { RecentMap } from '../../kernel/recent-map.ts'
import { addTo, lengthMs, type Part, totalOf, type Window, windows } from './window.ts'

/** RATE is for limits on requests; the others are what velocity limits are about. */
export type SubjectKind = 'ACCOUNT' | 'ADDRESS' | 'BIN' | 'MERCHANT' | 'RATE'

export interface CountSubject {
  /** Empty for what belongs to no merchant. */
  readonly merchantId: string
  readonly kind: SubjectKind
  readonly value: string
  /** Of its kind; built once, since it is looked up many times. */
  readonly key: string
}

export function countSubject(merchantId: string, kind: SubjectKind, value: string): CountSubject {
  return { merchantId, kind, value, key: `${merchantId} ${value}` }
}

/** What is counted, and over which window. */
export interface Series {
  readonly counter: string
  readonly window: Window
}

/** What one process has counted for one subject, as the others read it. */
export interface CountTotals {
  /** By series, as HOUR:DECLINES: number and amount of each part. */
  readonly series: Readonly<Record<string, readonly (readonly [number: number, amount: string])[]>>
  /** Distinct cards, and when each was last seen. */
  readonly cards?: Readonly<Record<string, number>> | undefined
}

export interface SubjectTotals extends Omit<CountSubject, 'key'> {
  readonly totals: CountTotals
}

/** Together some 65 MB at most. */
const subjectsMax: Readonly<Record<SubjectKind, number>> = {
  ACCOUNT: 20_000,
  ADDRESS: 20_000,
  BIN: 10_000,
  MERCHANT: 10_000,
  RATE: 20_000,
}

/** The longest limit on distinct cards is shorter; a longer list would not be used. */
const cardsMax = 256

interface SeriesParts extends Series {
  readonly parts: Part[]
}

interface Counts {
  /** A few; most entries have one. */
  readonly series: SeriesParts[]
  cards?: Map<string, number> | undefined
}

interface Entry extends Counts {
  readonly subject: CountSubject
  inFlight: number
  /** Other processes have read it, so every later change is published too. */
  isPublished: boolean
  /** It had only attempts in flight when it was last checked for publishing. */
  isHeldOver: boolean
  /** What other processes have counted, by process. */
  others?: Map<string, Counts>
}

export class CountBook {
  readonly #entries: Readonly<Record<SubjectKind, RecentMap<Entry>>>
  readonly #changed = new Set<Entry>()

  constructor(max: Partial<Record<SubjectKind, number>> = {}) {
    const entriesOf = (kind: SubjectKind) => new RecentMap<Entry>(max[kind] ?? subjectsMax[kind])
    this.#entries = {
      ACCOUNT: entriesOf('ACCOUNT'),
      ADDRESS: entriesOf('ADDRESS'),
      BIN: entriesOf('BIN'),
      MERCHANT: entriesOf('MERCHANT'),
      RATE: entriesOf('RATE'),
    }
  }

  total(subject: CountSubject, series: Series, nowMs: number): bigint {
    let total = 0n
    for (const counted of this.#countedFor(subject)) {
      const found = seriesIn(counted, series)
      if (found) total += totalOf(found.parts, series.window, nowMs)
    }
    return total
  }

  /** Attempts of this process without an outcome; they are among the declines. */
  inFlight(subject: CountSubject): bigint {
    return BigInt(this.#find(subject)?.inFlight ?? 0)
  }

  /** How many distinct cards were seen within the window; undefined when this card is one of them. */
  otherCards(
    subject: CountSubject,
    card: string,
    { window, nowMs }: { readonly window: Window; readonly nowMs: number },
  ): number | undefined {
    const since = nowMs - lengthMs(window)
    const met = new Set<string>()
    for (const { cards = [] } of this.#countedFor(subject))
      for (const [each, atMs] of cards) if (atMs > since) met.add(each)
    return met.has(card) ? undefined : met.size
  }

  add(subject: CountSubject, series: Series, part: { readonly number: number; readonly amount: bigint }): void {
    const entry = this.#entryOf(subject)
    const known = seriesIn(entry, series)
    const { parts } = known ?? { parts: [] }
    addTo(parts, series.window, part.number, part.amount)
    if (!known && parts.length > 0) entry.series.push({ counter: series.counter, window: series.window, parts })
    if (known && parts.length === 0) entry.series.splice(entry.series.indexOf(known), 1)
    if (isBlank(entry)) this.#drop(entry)
    else this.#changed.add(entry)
  }

  addCard(subject: CountSubject, card: string, nowMs: number): void {
    const entry = this.#entryOf(subject)
    entry.cards ??= new Map()
    entry.cards.delete(card)
    entry.cards.set(card, nowMs)
    if (entry.cards.size > cardsMax) {
      const [oldest = ''] = entry.cards.keys()
      entry.cards.delete(oldest)
    }
    this.#changed.add(entry)
  }

  addInFlight(subject: CountSubject, by: 1 | -1): void {
    // A dropped entry has nothing in flight any more.
    const entry = by > 0 ? this.#entryOf(subject) : this.#find(subject)
    if (entry) entry.inFlight = Math.max(0, entry.inFlight + by)
  }

  /** Changes to publish since the last time. New entries wait one round, since most of them are approved. */
  takeChanges(): readonly SubjectTotals[] {
    const taken: SubjectTotals[] = []
    for (const entry of this.#changed) {
      if (isOnlyBeginning(entry) && !entry.isHeldOver) {
        entry.isHeldOver = true
        continue
      }
      this.#changed.delete(entry)
      entry.isHeldOver = false
      if (!entry.isPublished && !isWorthPublishing(entry)) continue
      entry.isPublished = true
      const { merchantId, kind, value } = entry.subject
      taken.push({ merchantId, kind, value, totals: totalsOf(entry) })
    }
    return taken
  }

  /** They could not be published: the next round publishes them. */
  putBack(changes: readonly SubjectTotals[]): void {
    for (const { merchantId, kind, value } of changes) {
      const entry = this.#find(countSubject(merchantId, kind, value))
      if (entry) this.#changed.add(entry)
    }
  }

  /** What another process has counted so far; replaces what it published before. */
  merge(process: string, { merchantId, kind, value, totals }: SubjectTotals): void {
    const entry = this.#entryOf(countSubject(merchantId, kind, value))
    entry.others ??= new Map()
    entry.others.set(process, countedOf(totals))
  }

  get size(): number {
    return Object.values(this.#entries).reduce((sum, entries) => sum + entries.size, 0)
  }

  #find(subject: CountSubject): Entry | undefined {
    return this.#entries[subject.kind].get(subject.key)
  }

  #countedFor(subject: CountSubject): readonly Counts[] {
    const entry = this.#find(subject)
    if (!entry) return []
    return entry.others ? [entry, ...entry.others.values()] : [entry]
  }

  #entryOf(subject: CountSubject): Entry {
    const known = this.#find(subject)
    if (known) return known
    const entry: Entry = {
      subject,
      series: [],
      inFlight: 0,
      isPublished: false,
      isHeldOver: false,
    }
    this.#entries[subject.kind].set(subject.key, entry)
    return entry
  }

  #drop(entry: Entry): void {
    this.#changed.delete(entry)
    this.#entries[entry.subject.kind].delete(entry.subject.key)
  }
}

function seriesIn({ series }: Counts, { counter, window }: Series): SeriesParts | undefined {
  return series.find((each) => each.counter === counter && each.window === window)
}

/** Nothing is left of it, and it was never published: most payers are approved at once. */
function isBlank({ series, cards, inFlight, isPublished, others }: Entry): boolean {
  return series.length === 0 && !cards && inFlight === 0 && !isPublished && !others
}

/** Fewer requests of one address are not worth a row. */
const requestsWorthPublishing = 5n

/** Approvals of one payer do not matter to other processes. */
function isWorthPublishing({ subject: { kind, merchantId }, series, cards }: Entry): boolean {
  if (kind === 'RATE' && merchantId === '') return series.some(({ parts }) => sumOf(parts) >= requestsWorthPublishing)
  if (kind !== 'ACCOUNT' && kind !== 'ADDRESS') return true
  return cards !== undefined || series.some(({ counter }) => counter !== 'APPROVALS')
}

function isOnlyBeginning({ subject: { kind }, series, inFlight, isPublished }: Entry): boolean {
  if (isPublished || inFlight === 0 || (kind !== 'ACCOUNT' && kind !== 'ADDRESS')) return false
  const declines = series.find(({ counter }) => counter === 'DECLINES')?.parts ?? []
  return sumOf(declines) <= BigInt(inFlight)
}

function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

function totalsOf({ series, cards }: Counts): CountTotals {
  const published = series.map(({ counter, window, parts }) => [
    `${window}:${counter}`,
    parts.map(({ number, amount }) => [number, String(amount)]),
  ])
  return { series: Object.fromEntries(published), cards: cards && Object.fromEntries(cards) }
}

function countedOf({ series, cards }: CountTotals): Counts {
  const counted = Object.entries(series).flatMap(([name, parts]) => {
    const [window = '', counter = ''] = name.split(':')
    if (!isWindow(window)) return []
    return [{ counter, window, parts: parts.map(([number, amount]) => ({ number, amount: BigInt(amount) })) }]
  })
  return { series: counted, cards: cards && new Map(Object.entries(cards)) }
}

function isWindow(name: string): name is Window {
  return Object.hasOwn(windows, name)
}

export interface PublishedTotals extends SubjectTotals {
  readonly processId: string
}

export interface SharedCounts {
  /** Replaces what this process has published for the same subjects before. */
  publish(processId: string, totals: readonly SubjectTotals[]): Promise<void>
  /** What other processes have published since the time that the last call returned; everything without one. */
  readSince(
    processId: string,
    since: Date | undefined,
  ): Promise<{ readonly totals: readonly PublishedTotals[]; readonly until: Date }>
  /** Deletes what is older than every window, a bounded number at a time; returns how many. */
  deleteExpired(limit: number): Promise<number>
}
