// Follows the primary among the servers of DATABASE_URL through fail-overs. A new connection is used only when its server
// is the primary; when another server was promoted, the connections to the former primary are closed, because what it
// still accepts would be lost.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { writeDurably } from '../embedded/write-durably.ts'
import {
  choosePrimary,
  isDoubtful,
  type KnownCluster,
  objectionTo,
  type ServerAnswer,
  type Timelines,
  timelineOf,
  unknownCluster,
  withTimelinesOf,
} from './choose-primary.ts'
import { probeServer, readServerAnswer, type ServerProbe, serverNameOf } from './probe-server.ts'

export interface PrimaryServer {
  /** The last one known; initially the first of the list. */
  readonly url: string
  readonly hasAlternatives: boolean
  /**
   * Asks all servers which is the primary; rejects when none is. Callers at the same time share one search. A server has
   * `answerMs` for its answer, or the usual time.
   */
  find(answerMs?: number): Promise<void>
  /** Rejects when the server of a new connection is not the primary. */
  check(client: Pick<pg.ClientBase, 'query'>, url: string): Promise<void>
  /** Calls back with the URL whenever another server has become the primary. */
  onChanged(listener: (url: string) => void): void
  /** Rejects while the server is known to be silent, and waits while that is being found out. Undefined in ordinary times. */
  untilAnswering?(): Promise<void> | undefined
  stop(): void
}

export interface FollowOptions {
  readonly probe?: (url: string) => ServerProbe
  /** How often all servers are asked although nothing has failed: a silent connection shows nothing. */
  readonly everyMs?: number
  /** What earlier processes have seen, and where what this one sees is kept for later ones. */
  readonly memory?: TimelineMemory
  /** How long a server that may be a former primary is not used while others do not answer. */
  readonly doubtMs?: number
}

export interface TimelineMemory {
  readonly timelines: Timelines
  keep(timelines: Timelines): void
}

const noMemory: TimelineMemory = { timelines: {}, keep() {} }

export function followPrimary(
  urls: readonly [string, ...string[]],
  { probe = probeServer, everyMs = 2_000, memory = noMemory, doubtMs = 10_000 }: FollowOptions = {},
): PrimaryServer {
  const probes = urls.map(probe)
  const hasAlternatives = urls.length > 1
  const listeners: ((url: string) => void)[] = []
  let url = urls[0]
  let known: KnownCluster = { ...unknownCluster, remembered: memory.timelines }
  let doubtedMs: number | undefined
  let searching: Promise<void> | undefined
  let isStopped = false

  const note = (state: ServerAnswer) => {
    if (state.kind !== 'ANSWERED') return
    remember([state])
    known = {
      ...known,
      systemIdentifier: state.systemIdentifier,
      timeline: Math.max(known.timeline, timelineOf(state)),
    }
  }

  const remember = (states: readonly ServerAnswer[]) => {
    const { remembered = {} } = known
    const now = withTimelinesOf(states, remembered)
    if (Object.keys(now).every((cluster) => now[cluster] === remembered[cluster])) return
    known = { ...known, remembered: now }
    memory.keep(now)
  }

  /** Only while nothing is known: later, a primary of the timeline that was seen last is the primary. */
  const isStillDoubtful = (primary: ServerAnswer, states: readonly ServerAnswer[]) => {
    if (!hasAlternatives || known.timeline > 0 || !isDoubtful(primary, states, memory.timelines)) return false
    doubtedMs ??= performance.now()
    return performance.now() - doubtedMs < doubtMs
  }

  const follow = (primary: ServerAnswer) => {
    note(primary)
    if (primary.url === url) return
    url = primary.url
    for (const listener of listeners) listener(url)
  }

  const search = async (answerMs: number | undefined) => {
    const states = await askAll(probes, answerMs, (state) => isLaterPrimary(state, known))
    if (isStopped) return
    // A standby that follows a later timeline shows that a primary is a former one. What is doubtful is not kept.
    const seen = { ...known, remembered: withTimelinesOf(states.filter(isStandby), known.remembered ?? {}) }
    const primary = choosePrimary(states, seen, url)
    if (!primary) throw noPrimary(states, seen)
    if (isStillDoubtful(primary, states)) throw doubtful(primary, states)
    remember(states)
    follow(primary)
  }

  const find = (answerMs?: number) => {
    searching ??= search(answerMs).finally(() => {
      searching = undefined
    })
    return searching
  }

  const timer = hasAlternatives ? setInterval(() => void find().catch(() => {}), everyMs).unref() : undefined

  return {
    get url() {
      return url
    },
    hasAlternatives,
    find,
    async check(client, ofUrl) {
      // A connection alone cannot show that it leads to a former primary.
      if (hasAlternatives && known.timeline === 0) await find()
      const state = await readServerAnswer(client, ofUrl)
      const objection = objectionTo(state, known)
      // A single server that is set read-only can still be read from.
      const isBearable = !hasAlternatives && state.kind === 'ANSWERED' && !state.isInRecovery && state.isReadOnly
      if (objection !== undefined && !isBearable)
        throw refusal(`The database server ${serverNameOf(ofUrl)} ${objection}.`)
      note(state)
    },
    onChanged: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true
      clearInterval(timer)
      for (const each of probes) each.close()
    },
  }
}

/** Nothing that the other servers may answer can count against it, and a dead one among them would take long to show. */
function isLaterPrimary(state: ServerAnswer, known: KnownCluster): boolean {
  return known.timeline > 0 && timelineOf(state) > known.timeline && objectionTo(state, known) === undefined
}

/** The answers of all, or those up to the first that suffices. */
function askAll(
  probes: readonly ServerProbe[],
  answerMs: number | undefined,
  isEnough: (state: ServerAnswer) => boolean,
): Promise<readonly ServerAnswer[]> {
  const { promise, resolve } = Promise.withResolvers<readonly ServerAnswer[]>()
  const states: ServerAnswer[] = []
  for (const probe of probes) {
    void probe.ask(answerMs).then((state) => {
      states.push(state)
      if (isEnough(state) || states.length === probes.length) resolve([...states])
    })
  }
  return promise
}

/** Nothing was sent, as with a server that takes no writes. */
export class DoubtfulPrimary extends Error {
  override readonly name = 'DoubtfulPrimary'
  readonly code = '25006'
}

function isStandby(state: ServerAnswer): boolean {
  return state.kind === 'ANSWERED' && state.isInRecovery
}

function doubtful(primary: ServerAnswer, states: readonly ServerAnswer[]): Error {
  const silent = states.filter(({ kind }) => kind === 'SILENT').map((state) => serverNameOf(state.url))
  return new DoubtfulPrimary(
    `The database server ${serverNameOf(primary.url)} may be a former primary: ${silent.join(', ')} cannot be reached.`,
  )
}

function noPrimary(states: readonly ServerAnswer[], known: KnownCluster): Error {
  const objections = states.map(
    (state) => `${serverNameOf(state.url)} ${objectionTo(state, known) ?? 'is the primary'}`,
  )
  return refusal(`No database server is the primary: ${objections.join('; ')}.`)
}

/** Nothing was sent: the code is that of a server that takes no writes. */
function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: '25006' })
}

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
