// The deliverer: claims webhooks with due work, for a lease that is renewed while it works, many concurrently.

import type { Identifiers } from '../../kernel/identifiers.ts'
import { openWorker, type Worker } from '../../platform/jobs/worker.ts'
import type { ClaimedWebhook } from '../ports/webhooks.ts'
import { type DeliveryDependencies, type DeliveryOptions, deliverToWebhook } from './deliver-to-webhook.ts'

/** Other processes take over the work of a process that died after this long. */
const leaseMs = 30_000
const heartbeatMs = 10_000
/** After this long a webhook makes room for others, however much is left. */
const turnMs = 15_000
const webhooksAtOnce = 256
/** For what other processes write, unless the options say otherwise. */
const defaultEveryMs = 250
/** After a failed poll: the database is not back at once, and four log lines a second about it would help no one. */
const afterFailureMs = 1_000

export interface DelivererOptions extends DeliveryOptions {
  /** How often it looks for what other processes write. */
  readonly everyMs?: number
  /** Asked before each claim. */
  readonly isDue?: () => Promise<boolean>
  /** A webhook has more, which `isDue` would not find yet. */
  readonly onMoreDue?: () => void
  readonly onError: (error: unknown) => void
}

/** Its `wake` says that there is something to deliver. */
export function startDeliverer(
  dependencies: DeliveryDependencies & { readonly identifiers: Pick<Identifiers, 'attemptId'> },
  options: DelivererOptions,
): Worker {
  const { everyMs = defaultEveryMs, isDue, onMoreDue = () => {}, onError } = options
  const name = dependencies.identifiers.attemptId()
  let claims = 0

  return openWorker<OwnedWebhook>({
    async claim(underWay) {
      const limit = webhooksAtOnce - underWay
      if (limit <= 0) return []
      // An id for each claim: one that was lost while this process was suspended, and claimed again, must not be renewed
      // by the earlier work.
      claims += 1
      const owner = `${name}/${claims}`
      const webhooks = await dependencies.deliveries.claimWebhooks({ owner, leaseMs, limit })
      return webhooks.map((webhook) => ({ webhook, owner }))
    },

    async work({ webhook, owner }, isStopping) {
      const claim = keepClaim(webhook, { owner, dependencies, onError })
      let pause: { readonly pauseMs?: number } = {}
      try {
        pause = await deliverToWebhook(webhook, () => claim.isOurs() && !isStopping(), dependencies, options)
      } catch (error) {
        onError(error)
        // The cause of the failure, such as the database, is not resolved at once.
        pause = { pauseMs: everyMs }
      } finally {
        claim.stop()
      }
      const { isDue: isMoreDue } = await dependencies.deliveries.release(webhook, { owner, ...pause })
      if (isMoreDue) onMoreDue()
      return isMoreDue
    },

    everyMs,
    afterFailureMs,
    isDue,
    onError,
  })
}

interface OwnedWebhook {
  readonly webhook: ClaimedWebhook
  readonly owner: string
}

interface WebhookLease {
  isOurs(): boolean
  stop(): void
}

function keepClaim(
  webhook: ClaimedWebhook,
  {
    owner,
    dependencies,
    onError,
  }: { owner: string; dependencies: DeliveryDependencies; onError: (error: unknown) => void },
): WebhookLease {
  const began = performance.now()
  let isKept = true
  let keptAt = began
  const timer = setInterval(async () => {
    const requestedAt = performance.now()
    try {
      isKept = await dependencies.deliveries.keepClaim(webhook, { owner, leaseMs })
      if (isKept) keptAt = requestedAt
    } catch (error) {
      onError(error)
    }
  }, heartbeatMs)
  timer.unref()
  return {
    // Also by this process's own clock: a process that was suspended has lost its leases, whether it noticed or not.
    isOurs: () => isKept && performance.now() - keptAt < leaseMs && performance.now() - began < turnMs,
    stop: () => clearInterval(timer),
  }
}
