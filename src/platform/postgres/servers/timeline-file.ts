// Keeps the highest timeline of the database's cluster in the data folder: a process that starts while only a former primary
// answers recognizes it.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../embedded/write-durably.ts'
import type { Timelines } from './choose-primary.ts'
import type { TimelineMemory } from './follow-primary.ts'

export const timelineFileName = 'database-timelines.json'

export function openTimelineFile(dataDir: string, onFailed: (error: unknown) => void): TimelineMemory {
  const path = join(dataDir, timelineFileName)
  let writing = Promise.resolve()
  return {
    timelines: readTimelines(path),
    keep(timelines) {
      writing = writing.then(async () => {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 })
        // Another process of this machine may have seen a later one.
        await writeDurably(path, `${JSON.stringify(highest(readTimelines(path), timelines))}\n`)
      })
      writing = writing.catch(onFailed)
    },
  }
}

/** Empty where there is no such file, or it has another format: it is written again. */
function readTimelines(path: string): Timelines {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as unknown
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
    return Object.fromEntries(Object.entries(read).filter(([, timeline]) => Number.isSafeInteger(timeline)))
  } catch {
    return {}
  }
}

function highest(one: Timelines, other: Timelines): Timelines {
  const clusters = [...Object.keys(one), ...Object.keys(other)]
  return Object.fromEntries(clusters.map((cluster) => [cluster, Math.max(one[cluster] ?? 0, other[cluster] ?? 0)]))
}
