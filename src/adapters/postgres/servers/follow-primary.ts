// Follows the primary among the servers of DATABASE_URL through fail-overs. A new connection is used only when its server
// is the primary; when another server was promoted, the connections to the former primary are closed, because what it
// still accepts would be lost.

import type pg from 'pg'
import {
  choosePrimary,
  type KnownCluster,
  objectionTo,
  type ServerAnswer,
  timelineOf,
  unknownCluster,
} from './choose-primary.ts'
import { probeServer, readServerAnswer, type ServerProbe } from './probe-server.ts'
import { serverNameOf } from './server-name.ts'

export interface PrimaryServer {
  /** The last one known; at first the first that was named. */
  readonly url: string
  readonly hasAlternatives: boolean
  /** Asks all servers which is the primary; rejects when none is. Callers at the same time share one search. */
  find(): Promise<void>
  /** Rejects when the server of a new connection is not the primary. */
  check(client: Pick<pg.ClientBase, 'query'>, url: string): Promise<void>
  /** Calls back with the URL whenever another server has become the primary. */
  onChanged(listener: (url: string) => void): void
  stop(): void
}

export interface FollowOptions {
  readonly probe?: (url: string) => ServerProbe
  /** How often all servers are asked although nothing has failed: a silent connection shows nothing. */
  readonly everyMs?: number
}

export function followPrimary(
  urls: readonly [string, ...string[]],
  { probe = probeServer, everyMs = 2_000 }: FollowOptions = {},
): PrimaryServer {
  const probes = urls.map(probe)
  const hasAlternatives = urls.length > 1
  const listeners: ((url: string) => void)[] = []
  let url = urls[0]
  let known: KnownCluster = unknownCluster
  let searching: Promise<void> | undefined
  let isStopped = false

  const note = (state: ServerAnswer) => {
    if (state.kind !== 'ANSWERED') return
    known = { systemIdentifier: state.systemIdentifier, timeline: Math.max(known.timeline, timelineOf(state)) }
  }

  const follow = (primary: ServerAnswer) => {
    note(primary)
    if (primary.url === url) return
    url = primary.url
    for (const listener of listeners) listener(url)
  }

  const search = async () => {
    const states = await askAll(probes, (state) => isLaterPrimary(state, known))
    if (isStopped) return
    const primary = choosePrimary(states, known, url)
    if (!primary) throw noPrimary(states, known)
    follow(primary)
  }

  const find = () => {
    searching ??= search().finally(() => {
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
  isEnough: (state: ServerAnswer) => boolean,
): Promise<readonly ServerAnswer[]> {
  const { promise, resolve } = Promise.withResolvers<readonly ServerAnswer[]>()
  const states: ServerAnswer[] = []
  for (const probe of probes) {
    void probe.ask().then((state) => {
      states.push(state)
      if (isEnough(state) || states.length === probes.length) resolve([...states])
    })
  }
  return promise
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
