// When a host has sent a message, by DE 7, and whether it may have been recorded and sent again.
import type { LinkKeyState } from '../../../merchants/index.ts'

const dayMs = 86_400_000
/** Copies of one message on several connections, and messages of the same second, arrive within this time. */
const sameSecondMs = 60_000

/** DE 7 has no year: it is the one nearest to now. Undefined when it is no time. */
export function hostTimeMs(transmission: string | undefined, now: Date): number | undefined {
  const [, month, day, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(transmission ?? '') ?? []
  if (month === undefined) return undefined
  const rest = `-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const times = [-1, 0, 1].flatMap((years) => {
    const text = `${now.getUTCFullYear() + years}${rest}`
    const time = new Date(text)
    return !Number.isNaN(time.getTime()) && time.toISOString() === text ? [time.getTime()] : []
  })
  const distance = (time: number) => Math.abs(time - now.getTime())
  return times.toSorted((a, b) => distance(a) - distance(b))[0]
}

type LastMessage = Pick<LinkKeyState, 'lastSentMs' | 'lastReceivedMs'>

/** Why a message is not taken: its time goes back, or is far from ours. */
export function reasonNotFresh(
  sentMs: number | undefined,
  last: LastMessage | undefined,
  nowMs: number,
): string | undefined {
  if (sentMs === undefined) return 'its transmission time (DE 7) is no time'
  if (Math.abs(sentMs - nowMs) > dayMs) return 'its transmission time (DE 7) is more than a day from ours'
  const { lastSentMs, lastReceivedMs } = last ?? {}
  if (lastSentMs == null || lastReceivedMs == null || sentMs > lastSentMs) return undefined
  if (sentMs < lastSentMs) return 'its transmission time (DE 7) is before that of an earlier message'
  return nowMs - lastReceivedMs > sameSecondMs
    ? 'a message with its transmission time (DE 7) was taken before'
    : undefined
}

/** To be stored with a message that was taken. */
export function lastMessageOf(sentMs: number, last: LastMessage | undefined, nowMs: number): LastMessage {
  return { lastSentMs: sentMs, lastReceivedMs: sentMs === last?.lastSentMs ? last.lastReceivedMs : nowMs }
}
