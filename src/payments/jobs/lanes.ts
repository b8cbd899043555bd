// One lane for each revision of an acquirer link: a slow or unresponsive acquirer does not delay the work of others. A lane takes a
// limited amount of concurrent work; one whose acquirer does not respond is probed with one piece of work from time to
// time.
import type { LinkRevision } from '../../merchants/index.ts'

export interface Lanes {
  /** How much more work of a link may begin now. */
  roomFor(link: LinkRevision): number
  /** Does a piece of work of a link, which returns whether the acquirer responded. */
  run(link: LinkRevision, work: () => Promise<{ readonly isAnswered: boolean }>): Promise<void>
  /** Links whose acquirers do not respond. */
  silent(): readonly LinkRevision[]
}

const workMax = 64
/** This many consecutive pieces of work without a response from the acquirer close the lane. */
const silencesMax = 5
const shortestRestMs = 1_000
const longestRestMs = 15_000

interface Lane {
  readonly link: LinkRevision
  underWay: number
  silences: number
  /** The next one, and until when the present one lasts. */
  restMs: number
  restsUntilMs: number
}

export function openLanes(nowMs: () => number = () => performance.now()): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf(link: LinkRevision): Lane {
    const name = JSON.stringify([link.linkId, link.revision])
    const existingLane = lanes.get(name)
    if (existingLane) return existingLane
    const restsUntilMs = Number.NEGATIVE_INFINITY
    const lane = { link, underWay: 0, silences: 0, restMs: shortestRestMs, restsUntilMs }
    lanes.set(name, lane)
    return lane
  }

  const isSilent = ({ silences }: Lane) => silences >= silencesMax

  /** Work that was under way when the lane was closed does not lengthen its rest: one lost connection ends all of it. */
  function note(lane: Lane, isAnswered: boolean, isProbe: boolean): void {
    const wasSilent = isSilent(lane)
    lane.silences = isAnswered ? 0 : lane.silences + 1
    if (isAnswered) lane.restMs = shortestRestMs
    if (!isSilent(lane) || (wasSilent && !isProbe)) return
    lane.restsUntilMs = nowMs() + lane.restMs
    lane.restMs = Math.min(lane.restMs * 2, longestRestMs)
  }

  return {
    roomFor(link) {
      const lane = laneOf(link)
      if (!isSilent(lane)) return workMax - lane.underWay
      return lane.underWay === 0 && nowMs() >= lane.restsUntilMs ? 1 : 0
    },

    async run(link, work) {
      const lane = laneOf(link)
      const isProbe = isSilent(lane)
      lane.underWay += 1
      try {
        note(lane, (await work()).isAnswered, isProbe)
      } finally {
        lane.underWay -= 1
      }
    },

    silent: () => [...lanes.values()].filter(isSilent).map(({ link }) => link),
  }
}
