// What identifies a message on the wire, and what a reversal of it must repeat. Stored with the attempt.
import type { WireIdentity } from '../../../ports/acquirers/acquirer.ts'

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
  return Object.fromEntries(names.map((name) => [name, identity[name]]))
}

export function transmissionOf(at: Date): string {
  return at.toISOString().slice(5, 19).replaceAll(/[-T:]/g, '')
}

/** Twelve digits, as is customary: the year's last digit, day of the year, hour, trace number. */
export function retrievalReference(at: Date, trace: string): string {
  const startOfYear = Date.UTC(at.getUTCFullYear(), 0, 1)
  const day = Math.floor((at.getTime() - startOfYear) / 86_400_000) + 1
  const hour = String(at.getUTCHours()).padStart(2, '0')
  return `${at.getUTCFullYear() % 10}${String(day).padStart(3, '0')}${hour}${trace}`
}

/** DE 90: all 42 digits; the forwarder is the acquirer itself. */
export function originalData({ mti, trace, transmission, acquirerId }: StoredIdentity): string {
  return `${mti}${trace}${transmission}${acquirerId.padStart(11, '0')}${'0'.repeat(11)}`
}
