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
    }
  | { readonly kind: 'SILENT'; readonly url: string; readonly reason: string }

/** What earlier answers have shown, which no later one may contradict. */
export interface KnownCluster {
  readonly systemIdentifier: string | undefined
  readonly timeline: number
}

export const unknownCluster: KnownCluster = { systemIdentifier: undefined, timeline: 0 }

/** Why a server must not be written to; undefined for a primary. */
export function objectionTo(state: ServerAnswer, known: KnownCluster): string | undefined {
  if (state.kind === 'SILENT') return `cannot be reached (${state.reason})`
  if (known.systemIdentifier !== undefined && state.systemIdentifier !== known.systemIdentifier)
    return 'belongs to another database cluster'
  if (state.isInRecovery) return 'is a standby'
  if (state.isReadOnly) return 'is read-only'
  if ((state.timeline ?? 0) < known.timeline)
    return `is a former primary (timeline ${state.timeline}; ${known.timeline} has been seen)`
  return undefined
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
