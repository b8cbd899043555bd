// The primary among the servers that DATABASE_URL names, followed from now on.
import { poll } from '../platform/concurrency/poll.ts'
import { serverUrlsOf } from '../platform/config/database-url.ts'
import {
  DoubtfulPrimary,
  followPrimary,
  openTimelineFile,
  type PrimaryServer,
} from '../platform/postgres/servers/follow-primary.ts'
import { serverNameOf } from '../platform/postgres/servers/probe-server.ts'
import type { Log } from '../platform/telemetry/log.ts'

export async function openPrimary(databaseUrl: string, dataDir: string, log: Log): Promise<PrimaryServer | undefined> {
  const [first, ...others] = serverUrlsOf(databaseUrl)
  if (first === undefined) return undefined
  const memory = openTimelineFile(dataDir, (err) =>
    log.warn({ err }, 'the timeline of the database could not be stored in the data folder'),
  )
  const primary = followPrimary([first, ...others], others.length > 0 ? { memory } : {})
  primary.onChanged((url) => log.warn({ server: serverNameOf(url) }, 'another database server is the primary'))
  // A former primary among the servers is known only by comparison. While none answers, every connection tries again.
  if (primary.hasAlternatives) await findAtStart(primary, log)
  return primary
}

/** Where the only one that responses may be a former primary, the others get a moment. */
async function findAtStart(primary: PrimaryServer, log: Log): Promise<void> {
  let doubt: DoubtfulPrimary | undefined
  const find = () => primary.find().catch((error: unknown) => error)
  const isDecided = (failure: unknown) => {
    if (!(failure instanceof DoubtfulPrimary)) return true
    if (!doubt) log.warn(failure.message)
    doubt = failure
    return false
  }
  await poll(find, isDecided, { timeoutMs: 60_000, firstPauseMs: 200, longestPauseMs: 1_000 })
  if (doubt) log.warn({ server: serverNameOf(primary.url) }, 'the database server that answers is used as the primary')
}
