// What identifies a message on the wire, and what a reversal of it must repeat. Stored with the attempt.
import type { WireIdentity } from '../../payments/index.ts'

export interface MessageIdentity {
  /** DE 7: month, day, hour, minute, second (UTC). */
  readonly transmission: string
  /** DE 11. */
  readonly trace: string
  /** DE 32. */
  readonly acquirerId: string
  /** DE 37. */
  readonly rrn: string
  /** DE 41. */
  readonly terminal: string
}

export interface StoredIdentity extends MessageIdentity {
  /** The message type. */
  readonly mti: string
  /** DE 3, 4 and 49, which a reversal repeats. */
  readonly processingCode: string
  readonly amount: string
  readonly currency: string
  /** DE 11 and 37 of its reversal, should it need one. Every repeat of that reversal has the same. */
  readonly reversalTrace: string
  readonly reversalRrn: string
}

const names = [
  ...(['transmission', 'trace', 'acquirerId', 'rrn', 'terminal', 'mti'] as const),
  ...(['processingCode', 'amount', 'currency', 'reversalTrace', 'reversalRrn'] as const),
] satisfies readonly (keyof StoredIdentity)[]

/** Undefined when it is none of this adapter's. */
export function readWire(wire: WireIdentity | undefined): StoredIdentity | undefined {
  return wire && names.every((name) => wire[name] !== undefined) ? (wire as unknown as StoredIdentity) : undefined
}

export function wireOf(identity: StoredIdentity): WireIdentity {
  const wire: Record<string, string> = {}
  for (const name of names) wire[name] = identity[name]
  return wire
}

interface WrittenTime {
  readonly second: number
  /** Month, day, hour, minute, second. */
  readonly transmission: string
  /** The year's last digit, day of the year, hour. */
  readonly hour: string
}

/** All payments of a second have the same, and a date is written slowly. */
let written: WrittenTime = writeTime(0)

function writtenTime(at: Date): WrittenTime {
  const second = Math.floor(at.getTime() / 1_000)
  if (second !== written.second) written = writeTime(second)
  return written
}

function writeTime(second: number): WrittenTime {
  const at = new Date(second * 1_000)
  const text = at.toISOString()
  const day = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1
  return {
    second,
    transmission: text.slice(5, 19).replaceAll(/[-T:]/g, ''),
    hour: `${text[3]}${String(day).padStart(3, '0')}${text.slice(11, 13)}`,
  }
}

export function transmissionOf(at: Date): string {
  return writtenTime(at).transmission
}

/** Twelve digits, as is customary: the year's last digit, day of the year, hour, trace number. */
export function retrievalReference(at: Date, trace: string): string {
  return writtenTime(at).hour + trace
}

/** DE 90: all 42 digits; the forwarder is the acquirer itself. */
export function originalData({ mti, trace, transmission, acquirerId }: StoredIdentity): string {
  return `${mti}${trace}${transmission}${acquirerId.padStart(11, '0')}${'0'.repeat(11)}`
}
