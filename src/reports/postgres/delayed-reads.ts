// The port for reads that may be seconds old, on PostgreSQL: from a standby that proves to be recent, or from the primary.
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Heartbeat, openHeartbeats } from '../../platform/postgres/replica/heartbeats.ts'
import { postgresFigures, postgresSearch } from '../../search/index.ts'
import type { DataAge, DelayedReads, ReadNeeds, ReadSource } from '../ports/delayed-reads.ts'
import { postgresReports } from './reports.ts'

/**
 * Where a read came from, and why not from a standby.
 *
 * - REPLICA: from a standby.
 * - TOO_OLD: the standby is too far behind.
 * - NOT_A_STANDBY: it was promoted, or is another database.
 * - UNREACHABLE: it did not answer.
 * - FAILED: it failed while it was read, and the primary was read again.
 */
export const replicaOutcomes = ['REPLICA', 'TOO_OLD', 'NOT_A_STANDBY', 'UNREACHABLE', 'FAILED'] as const
export type ReplicaOutcome = (typeof replicaOutcomes)[number]

export interface ReplicaOptions {
  readonly maxAgeMs: number
  /** How long a standby that did not answer is not asked again: each reader would wait for it. */
  readonly silenceMs?: number
  readonly onRead?: (outcome: ReplicaOutcome, age?: DataAge) => void
}

/** A standby that takes longer to say what it has is not waited for. */
const answerMs = 1_000
/** How long a standby gets for what was just written, before the primary is read instead. */
const catchUpMs = { usual: 500, current: 3_000 }
const pauses = { firstPauseMs: 5, longestPauseMs: 100 }

export function sourceOf(database: Database): ReadSource {
  return { search: postgresSearch(database), figures: postgresFigures(database), reports: postgresReports(database) }
}

/** Where no standby is named. */
export function primaryReads(primary: ReadSource): DelayedReads {
  return { read: async (work) => ({ result: await work(primary) }) }
}

export function replicaReads(
  primary: { readonly database: Database; readonly source: ReadSource },
  replicas: readonly Database[],
  { maxAgeMs, silenceMs = 5_000, onRead = () => {} }: ReplicaOptions,
): DelayedReads {
  const heartbeats = openHeartbeats(primary.database)
  const candidates = replicas.map((database): Candidate => ({ database, source: sourceOf(database), silentUntilMs: 0 }))

  async function stateOf(candidate: Candidate): Promise<ReplicaState> {
    if (elapsedMs() < candidate.silentUntilMs) return { kind: 'UNREACHABLE' }
    try {
      const asking = candidate.database.query<StateRow>(stateText, [heartbeats.processId])
      const { rows } = await withTimeout(asking, { timeoutMs: answerMs, onTimeout: silent })
      const [row] = rows
      if (!row?.is_in_recovery) return { kind: 'NOT_A_STANDBY' }
      const heartbeat = row.beat === null ? undefined : heartbeats.find(Number(row.beat))
      return heartbeat ? { kind: 'STANDBY', heartbeat } : { kind: 'TOO_OLD' }
    } catch {
      candidate.silentUntilMs = elapsedMs() + silenceMs
      return { kind: 'UNREACHABLE' }
    }
  }

  /** The first standby that is recent enough, or why there is none. */
  async function look(isRecent: (heartbeat: Heartbeat) => boolean): Promise<Choice> {
    let why: RefusedChoice['kind'] = 'UNREACHABLE'
    for (const candidate of candidates) {
      const state = await stateOf(candidate)
      if (state.kind === 'STANDBY' && isRecent(state.heartbeat))
        return { kind: 'REPLICA', source: candidate.source, age: ageOf(state.heartbeat) }
      // One that is only late may be in time in a moment.
      const reason = state.kind === 'STANDBY' ? 'TOO_OLD' : state.kind
      if (why !== 'TOO_OLD') why = reason
    }
    return { kind: why }
  }

  async function choose({ notBefore, isCurrent = false }: ReadNeeds): Promise<Choice> {
    const calledMs = elapsedMs()
    // Where the primary accepts no heartbeat, an earlier one may still be recent enough.
    await (isCurrent ? heartbeats.beatAgain() : heartbeats.beat()).catch(() => {})
    const isRecent = ({ sentAt, sentMs }: Heartbeat) =>
      elapsedMs() - sentMs <= maxAgeMs &&
      (notBefore === undefined || sentAt >= notBefore) &&
      (!isCurrent || sentMs >= calledMs)
    return poll(
      () => look(isRecent),
      ({ kind }) => kind !== 'TOO_OLD',
      { timeoutMs: isCurrent ? catchUpMs.current : catchUpMs.usual, ...pauses },
    )
  }

  return {
    async read(work, needs = {}) {
      const choice = await choose(needs)
      if (choice.kind === 'REPLICA') {
        const { source, age } = choice
        try {
          const result = await work(source)
          onRead('REPLICA', age)
          return { result, age }
        } catch {
          // Lost, stopped, or a row that it was reading was removed on the primary (a conflict with recovery).
          onRead('FAILED')
        }
      } else onRead(choice.kind)
      return { result: await work(primary.source) }
    },
  }
}

interface StateRow {
  readonly is_in_recovery: boolean
  readonly beat: string | null
}

const stateText = `select pg_is_in_recovery() as is_in_recovery,
  (select beat::text from replica_heartbeats where process_id = $1) as beat`

type ReplicaState =
  | { readonly kind: 'STANDBY'; readonly heartbeat: Heartbeat }
  | { readonly kind: 'NOT_A_STANDBY' | 'TOO_OLD' | 'UNREACHABLE' }

interface RefusedChoice {
  readonly kind: Exclude<ReplicaOutcome, 'REPLICA' | 'FAILED'>
}

type Choice = { readonly kind: 'REPLICA'; readonly source: ReadSource; readonly age: DataAge } | RefusedChoice

interface Candidate {
  readonly database: Database
  readonly source: ReadSource
  silentUntilMs: number
}

function silent(): never {
  throw new Error('the standby did not answer in time')
}

function ageOf({ sentAt, sentMs }: Heartbeat): DataAge {
  return { asOf: sentAt, ageMs: Math.round(elapsedMs() - sentMs) }
}
