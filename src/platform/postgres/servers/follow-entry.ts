// The server at which statements enter a distributed database: its coordinator while that can be reached, else any other
// node, all of which know where the rows are.
import type { PrimaryServer } from './follow-primary.ts'
import { refuseStandby } from './node-server.ts'
import { probeServer, type ServerProbe } from './probe-server.ts'

interface FollowEntryOptions {
  readonly probe?: (url: string) => ServerProbe
  /** How often it is asked whether the coordinator is back, or still there. */
  readonly everyMs?: number
}

/** One slow answer moves nothing: the coordinator is asked a second time, with this long for its answer. */
const secondAnswerMs = 5_000

/** `otherUrls` are the other nodes, as far as they are known. */
export function followEntry(
  coordinator: PrimaryServer,
  otherUrls: () => readonly string[],
  { probe = probeServer, everyMs = 2_000 }: FollowEntryOptions = {},
): PrimaryServer {
  const listeners: ((url: string) => void)[] = []
  const probes = new Map<string, ServerProbe>()
  let otherUrl: string | undefined
  let searching: Promise<void> | undefined
  let url = coordinator.url

  const follow = (next: string) => {
    if (next === url) return
    url = next
    for (const listener of listeners) listener(next)
  }

  const isPrimary = async (candidate: string) => {
    const existing = probes.get(candidate) ?? probe(candidate)
    probes.set(candidate, existing)
    const answer = await existing.ask()
    return answer.kind === 'ANSWERED' && !answer.isInRecovery && !answer.isReadOnly
  }

  /** A coordinator that is only slow, on a busy machine say, keeps its statements: moving the entry would cut them. */
  const findCoordinator = () => coordinator.find().catch(() => coordinator.find(secondAnswerMs))

  const search = async () => {
    try {
      await (otherUrl === undefined ? findCoordinator() : coordinator.find())
      otherUrl = undefined
    } catch (error) {
      otherUrl = await firstOf([...(otherUrl === undefined ? [] : [otherUrl]), ...otherUrls()], isPrimary)
      if (otherUrl === undefined) throw error
    }
    follow(otherUrl ?? coordinator.url)
  }

  const find = () => {
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }

  coordinator.onChanged(() => void find().catch(() => {}))
  const timer = setInterval(() => void find().catch(() => {}), everyMs).unref()

  return {
    get url() {
      return url
    },
    hasAlternatives: true,
    find,
    check: (client, ofUrl) =>
      ofUrl === coordinator.url ? coordinator.check(client, ofUrl) : refuseStandby(client, ofUrl),
    onChanged: (listener) => void listeners.push(listener),
    stop() {
      clearInterval(timer)
      coordinator.stop()
      for (const each of probes.values()) each.close()
    },
  }
}

async function firstOf<T>(
  candidates: readonly T[],
  isRight: (candidate: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const candidate of candidates) if (await isRight(candidate)) return candidate
  return undefined
}
