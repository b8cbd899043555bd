// Which of several database servers takes the writes. Pure: what each server said is passed in.

/** What a server said about itself, or why it said nothing. */
export type ServerAnswer =
  | {
      readonly kind: 'ANSWERED'
      readonly url: string
      /** Of the cluster: the primary and all of its standbys have the same. */
      readonly systemIdentifier: string
      readonly isInRecovery: boolean
      readonly isReadOnly: boolean
      /** Rises with each promotion; known of a primary only. */
      readonly timeline: number | undefined
      /** Of a standby: the timeline that it follows or, while it is not flushed to its control file, an earlier one. */
      readonly followedTimeline?: number | undefined
    }
  | { readonly kind: 'SILENT'; readonly url: string; readonly reason: string }

/** What earlier answers have shown, which no later one may contradict. */
export interface KnownCluster {
  readonly systemIdentifier: string | undefined
  readonly timeline: number
  /** The highest timeline of each cluster, also from before this process began. */
  readonly remembered?: Timelines
}

/** By system identifier. */
export type Timelines = Readonly<Record<string, number>>

export const unknownCluster: KnownCluster = { systemIdentifier: undefined, timeline: 0 }

/** Why a server must not be written to; undefined for a primary. */
export function objectionTo(state: ServerAnswer, known: KnownCluster): string | undefined {
  if (state.kind === 'SILENT') return `cannot be reached (${state.reason})`
  if (known.systemIdentifier !== undefined && state.systemIdentifier !== known.systemIdentifier)
    return 'belongs to another database cluster'
  if (state.isInRecovery) return 'is a standby'
  if (state.isReadOnly) return 'is read-only'
  const seen = Math.max(known.timeline, known.remembered?.[state.systemIdentifier] ?? 0)
  if ((state.timeline ?? 0) < seen) return `is a former primary (timeline ${state.timeline}; ${seen} has been seen)`
  return undefined
}

/** With what these answers show. A standby knows of promotions, too: it follows the primary of its timeline. */
export function withTimelinesOf(states: readonly ServerAnswer[], remembered: Timelines): Timelines {
  const timelines: Record<string, number> = { ...remembered }
  for (const state of states) {
    if (state.kind !== 'ANSWERED') continue
    const { systemIdentifier: cluster, timeline = 0, followedTimeline = 0 } = state
    const highest = Math.max(timelines[cluster] ?? 0, timeline, followedTimeline)
    if (highest > 0) timelines[cluster] = highest
  }
  return timelines
}

/**
 * Whether a former primary could pass for the primary: nothing is known from before, and a server that has not answered
 * may have been promoted.
 */
export function isDoubtful(primary: ServerAnswer, states: readonly ServerAnswer[], before: Timelines): boolean {
  if (primary.kind !== 'ANSWERED') return true
  return before[primary.systemIdentifier] === undefined && states.some(({ kind }) => kind === 'SILENT')
}

/**
 * The primary that was promoted last. Where several servers claim to be it on one timeline, which is the case for addresses
 * of one server, the preferred or the first of them.
 */
export function choosePrimary(
  states: readonly ServerAnswer[],
  known: KnownCluster,
  preferredUrl?: string,
): ServerAnswer | undefined {
  const primaries = states.filter((state) => objectionTo(state, known) === undefined)
  const newest = Math.max(...primaries.map(timelineOf))
  const candidates = primaries.filter((state) => timelineOf(state) === newest)
  return candidates.find(({ url }) => url === preferredUrl) ?? candidates[0]
}

export function timelineOf(state: ServerAnswer): number {
  return state.kind === 'ANSWERED' ? (state.timeline ?? 0) : 0
}
