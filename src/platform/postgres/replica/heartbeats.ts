// How old the data of a standby is, by numbers that this process writes on the primary. A position in the write-ahead log
// would not do: a standby of a former primary has high positions, too, of another history.

import { randomUUID } from 'node:crypto'
import { elapsedMs } from '../../concurrency/elapsed-time.ts'
import type { Database } from '../database.ts'

/** A number that was written on the primary, and when this was begun: what was acknowledged before is older than it. */
export interface Heartbeat {
  readonly beat: number
  readonly sentAt: Date
  readonly sentMs: number
}

export interface Heartbeats {
  /** Names the row of this process. */
  readonly processId: string
  /** Writes one unless the last is recent; callers at the same time share it. */
  beat(): Promise<void>
  /** Writes one that is begun after the call. */
  beatAgain(): Promise<void>
  /** The heartbeat with this number, as long as it matters. */
  find(beat: number): Heartbeat | undefined
}

/** How often one is written at most, while data may be old. */
const everyMs = 1_000
/** Far more than can matter at once: one a second, for as long as data may be old. */
const keptMax = 1_000

const write = `insert into replica_heartbeats (process_id, beat, written_at) values ($1, $2, now())
  on conflict (process_id) do update set beat = excluded.beat, written_at = excluded.written_at`
/** Rows of processes that have ended. */
const forget = `delete from replica_heartbeats where written_at < now() - interval '1 day'`

export function openHeartbeats(primary: Pick<Database, 'query'>): Heartbeats {
  const processId = randomUUID()
  const kept = new Map<number, Heartbeat>()
  let last: Heartbeat | undefined
  let writing: Promise<void> | undefined
  let queued: Promise<void> | undefined

  const send = async () => {
    const isFirst = last === undefined
    const heartbeat = { beat: (last?.beat ?? 0) + 1, sentAt: new Date(), sentMs: elapsedMs() }
    // Known before it is written: when the answer is lost, a standby may show it all the same.
    kept.set(heartbeat.beat, heartbeat)
    last = heartbeat
    for (const beat of kept.keys()) if (kept.size > keptMax) kept.delete(beat)
    await primary.query(write, [processId, heartbeat.beat])
    if (isFirst) await primary.query(forget)
  }

  const start = () => {
    const own = send().finally(() => {
      if (writing === own) writing = undefined
    })
    writing = own
    return own
  }

  return {
    processId,
    find: (beat) => kept.get(beat),
    beat() {
      const isRecent = last !== undefined && elapsedMs() - last.sentMs < everyMs
      return writing ?? (isRecent ? Promise.resolve() : start())
    },
    beatAgain() {
      queued ??= (writing ?? Promise.resolve())
        .catch(() => {})
        .then(() => {
          queued = undefined
          return start()
        })
      return queued
    },
  }
}
