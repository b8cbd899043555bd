// Whether a payment could be recorded now: known from the last real write of the money path, and when there was none
// for a while, from writing one small row.
import { randomUUID } from 'node:crypto'
import { type Database, prepared } from '../database.ts'

export interface WriteCheck {
  /** Called for each write of the money path. */
  noteWritten(): void
  noteFailed(): void
  isWritable(): Promise<boolean>
}

/** A write is sufficient proof for this long, and a test row is written at most this often. */
const everyMs = 5_000
const forgetEveryMs = 600_000

const write = prepared(
  'write-canary',
  `insert into write_canaries (process_id, written_at) values ($1, now())
   on conflict (process_id) do update set written_at = excluded.written_at`,
)
/** Of processes that have ended. */
const forget = `delete from write_canaries where written_at < now() - interval '1 hour'`

interface Options {
  /** How long the oldest payment has been waiting to be recorded. */
  readonly oldestMs?: () => number
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

/** `money` is the pool that payments are recorded with: what blocks them also blocks this row. */
export function writeCheck(money: Pick<Database, 'query'>, options: Options = {}): WriteCheck {
  const { oldestMs = () => 0, nowMs = () => performance.now() } = options
  const processId = randomUUID()
  const longAgo = Number.NEGATIVE_INFINITY
  let writtenAtMs = longAgo
  let failedAtMs = longAgo
  let forgottenAtMs = longAgo
  let last: { readonly beganAtMs: number; readonly isWritten: Promise<boolean> } | undefined

  async function writeRow(beganAtMs: number): Promise<boolean> {
    try {
      await money.query(write([processId]))
      writtenAtMs = Math.max(writtenAtMs, beganAtMs)
    } catch {
      return false
    }
    if (beganAtMs - forgottenAtMs >= forgetEveryMs) {
      forgottenAtMs = beganAtMs
      // The rows of other processes do no harm: they can be removed next time.
      await money.query(forget).catch(() => undefined)
    }
    return true
  }

  return {
    noteWritten() {
      writtenAtMs = nowMs()
    },

    noteFailed() {
      failedAtMs = nowMs()
    },

    async isWritable() {
      const now = nowMs()
      if (oldestMs() >= everyMs) return false
      if (writtenAtMs > failedAtMs && now - writtenAtMs < everyMs) return true
      if (!last || now - last.beganAtMs >= everyMs) last = { beganAtMs: now, isWritten: writeRow(now) }
      // A result from before a payment failed is no longer valid.
      else if (failedAtMs >= last.beganAtMs && writtenAtMs <= failedAtMs) return false
      return last.isWritten
    },
  }
}
