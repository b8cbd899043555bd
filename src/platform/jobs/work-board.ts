// Remembers for a moment what waits for the jobs of this process, so that one search serves all of them.

export interface WorkBoard<Work extends string> {
  /** Whether there was work of this kind when it was last searched for, a moment ago at most. */
  has(work: Work): Promise<boolean>
  /** There is, whatever the last search has found: this process has just caused it. */
  note(work: Work): void
  /** Something has happened here that may cause work: the next search is not put off any longer. */
  wake(): void
}

interface Options {
  /** How long the result of a search is used; while searches find nothing, twice as long each time, up to the other. */
  readonly everyMs: number
  readonly idleMs: number
  readonly nowMs?: () => number
}

/** After a search that failed. */
const afterFailureMs = 1_000

export function openWorkBoard<Work extends string>(
  search: () => Promise<ReadonlySet<Work>>,
  { everyMs, idleMs, nowMs = () => performance.now() }: Options,
): WorkBoard<Work> {
  let last:
    | { readonly beganMs: number; readonly untilMs: number; readonly found: Promise<ReadonlySet<Work>> }
    | undefined
  let lastsMs = everyMs
  /** Noted during a search or after it, which may not have seen it. */
  const noted = new Map<Work, number>()

  const searchAgain = (beganMs: number) => {
    const found = search()
    last = { beganMs, untilMs: beganMs + everyMs, found }
    found.then(
      ({ size }) => {
        lastsMs = size > 0 ? everyMs : Math.min(lastsMs * 2, idleMs)
        last = { beganMs, untilMs: beganMs + lastsMs, found }
      },
      () => {
        last = { beganMs, untilMs: nowMs() + afterFailureMs, found }
      },
    )
    for (const [work, atMs] of noted) if (atMs <= beganMs - everyMs) noted.delete(work)
    return found
  }

  return {
    async has(work) {
      const now = nowMs()
      if (noted.has(work) && now - (noted.get(work) ?? 0) < everyMs) return true
      const found = last && now < last.untilMs ? last.found : searchAgain(now)
      return (await found).has(work)
    },

    note(work) {
      noted.set(work, nowMs())
    },

    wake() {
      lastsMs = everyMs
      if (last) last = { ...last, untilMs: Math.min(last.untilMs, last.beganMs + everyMs) }
    },
  }
}
