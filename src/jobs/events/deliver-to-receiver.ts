// Sends one receiver what is due for it: several at a time, one order's in their order, until nothing is left.
import { attemptsBeforeNextNotification, decideDelivery } from '../../domain/events/notification.ts'
import type { Ports } from '../../operations/call.ts'
import { notificationHeaders } from '../../operations/events/notification-headers.ts'
import { standingOf } from '../../operations/events/notification-seals.ts'
import type {
  ClaimedReceiver,
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  NotificationSetting,
  SendResult,
} from '../../ports/events/notifications.ts'

export type DeliveryPorts = Pick<Ports, 'deliveries' | 'notificationSettings' | 'notifier' | 'clock' | 'vault'>

/** What was tried and what came of it, for the log and for figures. */
export interface DeliveryReport {
  readonly delivery: Delivery
  readonly attempt: DeliveryAttempt
  readonly state: DeliveryState
}

export interface DeliveryOptions {
  readonly timeoutMs: number
  /** Between 0 and 1. */
  readonly chance: () => number
  readonly onAttempt: (tried: DeliveryReport) => void
  /** Parked with the one that was answered 410. */
  readonly onGone: (receiver: ClaimedReceiver, parked: number) => void
  /** It was not as the gateway had queued it, and is parked without having been sent. */
  readonly onAltered: (delivery: Delivery) => void
}

/** Asked before each attempt: whether the receiver is still ours, and we may go on. */
export type ShouldContinue = () => boolean

/** A receiver gets at most this many at once. */
const lanes = 16
const pageSize = 128
/** One where so many in a row found nobody is left alone for a while; otherwise each of a long queue would knock in turn. */
const silencesMax = 8
const silencePauseMs = 5_000
/** One whose merchant has switched notifications off is looked at again when the settings we know may have changed. */
const disabledPauseMs = 5_000

/** Says for how long the receiver is to be left alone, if it is. Failures of ours are thrown; what was sent is recorded. */
export async function deliverToReceiver(
  receiver: ClaimedReceiver,
  mayGoOn: ShouldContinue,
  ports: DeliveryPorts,
  options: DeliveryOptions,
): Promise<{ readonly pauseMs?: number }> {
  const { deliveries, notificationSettings } = ports
  const inFlight = new Map<string, Promise<void>>()
  let queue: readonly Delivery[] = []
  let pauseMs: number | undefined
  let silences = 0
  let failure: { readonly error: unknown } | undefined
  const isOver = () => pauseMs !== undefined || failure !== undefined || !mayGoOn()

  async function attempt(delivery: Delivery, setting: NotificationSetting): Promise<void> {
    const result = await tryOnce(delivery, setting, ports, options)
    silences = result.isSilence ? silences + 1 : 0
    if (silences >= silencesMax) pauseMs = Math.max(pauseMs ?? 0, silencePauseMs)
    if (result.pauseMs !== undefined) pauseMs = Math.max(pauseMs ?? 0, result.pauseMs)
    if (!result.isGone) return
    options.onGone(receiver, await deliveries.disable(receiver, '410', ports.clock.now()))
    // Nothing waits any more; what is read already must not go.
    pauseMs ??= 0
  }

  function begin(delivery: Delivery, setting: NotificationSetting): void {
    const { notificationId } = delivery
    const run = attempt(delivery, setting)
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => inFlight.delete(notificationId))
    inFlight.set(notificationId, run)
  }

  while (!isOver()) {
    if (inFlight.size >= lanes) {
      await Promise.race(inFlight.values())
      continue
    }
    if (queue.length === 0) {
      const page = { limit: pageSize, inFlight: [...inFlight.keys()], waitsForAttempts: attemptsBeforeNextNotification }
      queue = await deliveries.findDue(receiver, page)
      if (queue.length === 0 && inFlight.size === 0) break
      if (queue.length === 0) await Promise.race(inFlight.values())
      continue
    }
    const setting = await notificationSettings.find(receiver.merchantId)
    if (!setting?.isEnabled) {
      pauseMs = disabledPauseMs
      break
    }
    const [next, ...rest] = queue
    queue = rest
    if (next && !isOver()) begin(next, setting)
  }
  await Promise.all(inFlight.values())
  if (failure) throw failure.error
  return pauseMs ? { pauseMs } : {}
}

/** Of an attempt at what somebody has changed in the database. */
const alteredProblem = 'ALTERED'

async function tryOnce(
  delivery: Delivery,
  setting: NotificationSetting,
  { deliveries, notifier, clock, vault }: DeliveryPorts,
  { timeoutMs, chance, onAttempt, onAltered }: DeliveryOptions,
): Promise<{ readonly isSilence: boolean; readonly isGone: boolean; readonly pauseMs?: number }> {
  const { merchantId, notificationId, url, body } = delivery
  const number = delivery.attempts + 1
  const at = clock.now()
  const standing = standingOf(delivery, setting, vault)
  if (standing === 'ALTERED') {
    const attempt = { attempt: number, at, tookMs: 0, problem: alteredProblem }
    await deliveries.record({ merchantId, notificationId, attempt, state: 'PARKED' })
    onAttempt({ delivery, attempt, state: 'PARKED' })
    onAltered(delivery)
    return { isSilence: false, isGone: false }
  }
  const carriesSecret = standing === 'WITH_SECRET'
  const headers = notificationHeaders(delivery, { secrets: setting.secrets, carriesSecret, attempt: number, at })
  const result = await notifier.send({ url, headers, body, timeoutMs })
  const { acceptsAny2xx } = setting
  const verdict = decideDelivery(result, {
    attempts: number - delivery.attemptsBefore,
    chance: chance(),
    acceptsAny2xx,
  })
  const { state, retryAfterMs, receiver } = verdict
  const attempt = deliveryAttemptOf(result, state, { attempt: number, at })
  const again = retryAfterMs === undefined ? {} : { retryAfterMs }
  await deliveries.record({ merchantId, notificationId, attempt, state, ...again })
  onAttempt({ delivery, attempt, state })
  return {
    isSilence: result.kind === 'failed',
    isGone: receiver?.kind === 'DISABLE',
    ...(receiver?.kind === 'PAUSE' && { pauseMs: receiver.ms }),
  }
}

/** What was answered is kept only where it may tell why. */
function deliveryAttemptOf(
  result: SendResult,
  state: DeliveryState,
  { attempt, at }: Pick<DeliveryAttempt, 'attempt' | 'at'>,
): DeliveryAttempt {
  const { tookMs } = result
  if (result.kind !== 'answered') return { attempt, at, tookMs, problem: result.why }
  const { status, excerpt } = result
  return { attempt, at, tookMs, status, ...(state !== 'DELIVERED' && excerpt !== '' && { excerpt }) }
}
