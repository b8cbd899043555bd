// One lane for each revision of an acquirer link: a slow or unresponsive acquirer does not delay the work of others. A lane takes a
// limited amount of concurrent work; one whose acquirer does not reply is probed with one piece of work from time to
// time.
import type { LinkRevision } from '../../domain/merchants/merchant.ts'

export interface Lanes {
  /** How much more work of a link may begin now. */
  roomFor(link: LinkRevision): number
  /** Does a piece of work of a link, which returns whether the acquirer replied. */
  run(link: LinkRevision, work: () => Promise<{ readonly isAnswered: boolean }>): Promise<void>
  /** Links whose acquirers do not reply. */
  silent(): readonly LinkRevision[]
}

const workMax = 64
/** This many consecutive pieces of work without a reply from the acquirer close the lane. */
const silencesMax = 5
const shortestRestMs = 1_000
const longestRestMs = 15_000

interface Lane {
  readonly link: LinkRevision
  underWay: number
  silences: number
  restsUntilMs: number
}

export function openLanes(nowMs: () => number = () => performance.now()): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf(link: LinkRevision): Lane {
    const name = JSON.stringify([link.linkId, link.revision])
    const known = lanes.get(name)
    if (known) return known
    const lane = { link, underWay: 0, silences: 0, restsUntilMs: Number.NEGATIVE_INFINITY }
    lanes.set(name, lane)
    return lane
  }

  const isSilent = ({ silences }: Lane) => silences >= silencesMax

  function note(lane: Lane, isAnswered: boolean): void {
    lane.silences = isAnswered ? 0 : lane.silences + 1
    if (!isSilent(lane)) return
    const restMs = Math.min(shortestRestMs * 2 ** (lane.silences - silencesMax), longestRestMs)
    lane.restsUntilMs = nowMs() + restMs
  }

  return {
    roomFor(link) {
      const lane = laneOf(link)
      if (!isSilent(lane)) return workMax - lane.underWay
      return lane.underWay === 0 && nowMs() >= lane.restsUntilMs ? 1 : 0
    },

    async run(link, work) {
      const lane = laneOf(link)
      lane.underWay += 1
      try {
        note(lane, (await work()).isAnswered)
      } finally {
        lane.underWay -= 1
      }
    },

    silent: () => [...lanes.values()].filter(isSilent).map(({ link }) => link),
  }
}
