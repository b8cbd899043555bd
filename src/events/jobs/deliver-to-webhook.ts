// Sends one webhook its due notifications: several at a time, those of one order in sequence, until nothing is left.

import { isDeliverySealed, standingOf } from '../../payments/index.ts'
import type { EventDependencies } from '../dependencies.ts'
import { redirectNotifications } from '../operations/change-webhook-settings.ts'
import { notificationHeaders } from '../operations/notification-headers.ts'
import type {
  ClaimedWebhook,
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  SendResult,
  WebhookSettings,
} from '../ports/webhooks.ts'
import { attemptsBeforeNextNotification, decideDelivery } from '../rules/notification.ts'

export type DeliveryDependencies = Pick<
  EventDependencies,
  'deliveries' | 'webhookSettings' | 'notifier' | 'clock' | 'vault'
>

/** The attempts and their results, for the log and for figures. */
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
  /** Parked together with the one that was answered with 410. */
  readonly onGone: (webhook: ClaimedWebhook, parked: number) => void
  /** It was not as the gateway had queued it, and is parked without having been sent. */
  readonly onAltered: (delivery: Delivery) => void
}

/** Called before each attempt: whether the claim on the webhook is still valid. */
export type ShouldContinue = () => boolean

/** The maximum number of concurrent requests to a webhook. */
const lanes = 16
const pageSize = 128
/**
 * The number of consecutive connection failures after which a webhook is paused; otherwise each of a long queue would be tried in
 * turn.
 */
const silencesMax = 8
const silencePauseMs = 5_000
/**
 * A webhook whose merchant has switched notifications off is checked again when the cached settings may have changed.
 */
const disabledPauseMs = 5_000
/** As long as a process may have settings from before another process changed the URL. */
const olderSettingsPauseMs = 1_000

/**
 * Returns how long the webhook is to be paused, if at all. The gateway's own failures are thrown; what was sent is
 * recorded.
 */
export async function deliverToWebhook(
  webhook: ClaimedWebhook,
  mayGoOn: ShouldContinue,
  dependencies: DeliveryDependencies,
  options: DeliveryOptions,
): Promise<{ readonly pauseMs?: number }> {
  const { deliveries, webhookSettings } = dependencies
  const inFlight = new Map<string, Promise<void>>()
  let queue: readonly Delivery[] = []
  let pauseMs: number | undefined
  let silences = 0
  let isMoving = false
  let failure: { readonly error: unknown } | undefined
  const isOver = () => pauseMs !== undefined || failure !== undefined || !mayGoOn()

  async function attempt(delivery: Delivery, setting: WebhookSettings): Promise<void> {
    if (followsAnotherUrl(delivery, setting, dependencies)) return moveAll({ from: delivery.url, to: setting.url })
    const result = await tryOnce(delivery, setting, dependencies, options)
    silences = result.isSilence ? silences + 1 : 0
    if (silences >= silencesMax) pauseMs = Math.max(pauseMs ?? 0, silencePauseMs)
    if (result.pauseMs !== undefined) pauseMs = Math.max(pauseMs ?? 0, result.pauseMs)
    if (!result.isGone) return
    options.onGone(webhook, await deliveries.disable(webhook, '410', dependencies.clock.now()))
    // Nothing is pending any more; what has been read already must not be sent.
    pauseMs ??= 0
  }

  async function moveAll(urls: { readonly from: string; readonly to: string }): Promise<void> {
    // Before anything is awaited: what has been read already goes to the old URL no more, and one move is for all.
    queue = []
    isMoving = true
    const by = { actor: 'gateway', at: dependencies.clock.now() }
    const { merchantId } = webhook
    const moved = await redirectNotifications({ merchantId, ...urls, underWay: [...inFlight.keys()] }, by, dependencies)
    isMoving = false
    // Another process has changed the URL since this one read the settings: it was not the notifications that were behind.
    if (moved === 0) pauseMs = Math.max(pauseMs ?? 0, olderSettingsPauseMs)
  }

  function begin(delivery: Delivery, setting: WebhookSettings): void {
    const { notificationId } = delivery
    const run = attempt(delivery, setting)
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => inFlight.delete(notificationId))
    inFlight.set(notificationId, run)
  }

  while (!isOver()) {
    if (inFlight.size >= lanes || isMoving) {
      await Promise.race(inFlight.values())
      continue
    }
    if (queue.length === 0) {
      const page = { limit: pageSize, inFlight: [...inFlight.keys()], waitsForAttempts: attemptsBeforeNextNotification }
      queue = await deliveries.findDue(webhook, page)
      if (queue.length === 0 && inFlight.size === 0) break
      if (queue.length === 0) await Promise.race(inFlight.values())
      continue
    }
    const setting = await webhookSettings.find(webhook.merchantId)
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

/**
 * The merchant has corrected its URL since the notification was queued. Usually the change itself has moved them; this is for
 * what another process queued with the settings that it had read before.
 */
function followsAnotherUrl(
  delivery: Delivery,
  setting: WebhookSettings,
  { vault }: Pick<DeliveryDependencies, 'vault'>,
): setting is WebhookSettings & { readonly url: string } {
  const isOther = delivery.followsSetting === true && setting.url !== undefined && setting.url !== delivery.url
  return isOther && isDeliverySealed(delivery, vault)
}

/** For an attempt at a notification that was changed in the database. */
const alteredProblem = 'ALTERED'

async function tryOnce(
  delivery: Delivery,
  setting: WebhookSettings,
  { deliveries, notifier, clock, vault }: DeliveryDependencies,
  { timeoutMs, chance, onAttempt, onAltered }: DeliveryOptions,
): Promise<{ readonly isSilence: boolean; readonly isGone: boolean; readonly pauseMs?: number }> {
  const { merchantId, notificationId, urlHash, createdAt, url, body } = delivery
  const number = delivery.attempts + 1
  const at = clock.now()
  const standing = standingOf(delivery, setting, vault)
  if (standing === 'ALTERED') {
    const attempt = { attempt: number, at, tookMs: 0, problem: alteredProblem }
    await deliveries.record({ merchantId, notificationId, urlHash, createdAt, attempt, state: 'PARKED' })
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
  const { state, retryAfterMs, webhook } = verdict
  const attempt = deliveryAttemptOf(result, state, { attempt: number, at })
  const again = retryAfterMs === undefined ? {} : { retryAfterMs }
  await deliveries.record({ merchantId, notificationId, urlHash, createdAt, attempt, state, ...again })
  onAttempt({ delivery, attempt, state })
  return {
    isSilence: result.kind === 'FAILED',
    isGone: webhook?.kind === 'DISABLE',
    ...(webhook?.kind === 'PAUSE' && { pauseMs: webhook.ms }),
  }
}

/** The response is stored only where it may show the reason. */
function deliveryAttemptOf(
  result: SendResult,
  state: DeliveryState,
  { attempt, at }: Pick<DeliveryAttempt, 'attempt' | 'at'>,
): DeliveryAttempt {
  const { tookMs } = result
  if (result.kind !== 'ANSWERED') return { attempt, at, tookMs, problem: result.why }
  const { status, excerpt } = result
  return { attempt, at, tookMs, status, ...(state !== 'DELIVERED' && excerpt !== '' && { excerpt }) }
}
