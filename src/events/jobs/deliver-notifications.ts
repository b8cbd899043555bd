// The deliverer: claims receivers with due work, for a lease that is renewed while it works, many concurrently.

import type { Identifiers } from '../../kernel/identifiers.ts'
import type { RepeatedJob } from '../../platform/jobs/repeat.ts'
import type { ClaimedReceiver } from '../ports/notifications.ts'
import { type DeliveryOptions, type DeliveryPorts, deliverToReceiver } from './deliver-to-receiver.ts'

/** Other processes take over the work of a process that died after this long. */
const leaseMs = 30_000
const heartbeatMs = 10_000
/** After this long a receiver makes room for others, however much is left. */
const turnMs = 15_000
const receiversAtOnce = 256
/** For what other processes write, unless the options say otherwise. */
const defaultEveryMs = 250
/** After a failed poll: the database is not back at once, and four log lines a second about it would help no one. */
const afterFailureMs = 1_000

export interface DelivererOptions extends DeliveryOptions {
  /** How often it looks for what other processes write. */
  readonly everyMs?: number
  readonly onError: (error: unknown) => void
}

export interface Deliverer extends RepeatedJob {
  /** There is something to deliver. */
  wake(): void
}

export function startDeliverer(
  ports: DeliveryPorts & { readonly identifiers: Pick<Identifiers, 'attemptId'> },
  options: DelivererOptions,
): Deliverer {
  const { everyMs = defaultEveryMs } = options
  const name = ports.identifiers.attemptId()
  let claims = 0
  const working = new Set<Promise<void>>()
  let isStopped = false
  let isWoken = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function workFor(receiver: ClaimedReceiver, owner: string): Promise<void> {
    const claim = keepClaim(receiver, { owner, ports, onError: options.onError })
    let pause: { readonly pauseMs?: number } = {}
    try {
      pause = await deliverToReceiver(receiver, () => claim.isOurs() && !isStopped, ports, options)
    } catch (error) {
      options.onError(error)
      // The cause of the failure, such as the database, is not resolved at once.
      pause = { pauseMs: everyMs }
    } finally {
      claim.stop()
    }
    const { isDue } = await ports.deliveries.release(receiver, { owner, ...pause })
    if (isDue) wake()
  }

  async function look(): Promise<void> {
    const limit = receiversAtOnce - working.size
    if (limit <= 0) return
    // An id for each claim: one that was lost while this process was suspended, and claimed again, must not be renewed
    // by the earlier work.
    claims += 1
    const owner = `${name}/${claims}`
    for (const receiver of await ports.deliveries.claimReceivers({ owner, leaseMs, limit })) {
      const work: Promise<void> = workFor(receiver, owner)
        .catch(options.onError)
        .finally(() => working.delete(work))
      working.add(work)
    }
  }

  function wake(): void {
    isWoken = true
    if (isStopped || looking) return
    clearTimeout(timer)
    isWoken = false
    looking = look().then(
      () => {
        looking = undefined
        if (isWoken) wake()
        else plan(everyMs)
      },
      (error: unknown) => {
        looking = undefined
        options.onError(error)
        plan(afterFailureMs)
      },
    )
  }

  function plan(afterMs: number): void {
    if (isStopped) return
    timer = setTimeout(wake, afterMs)
    timer.unref()
  }
  plan(everyMs)

  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
      await Promise.all(working)
    },
  }
}

interface ReceiverLease {
  isOurs(): boolean
  stop(): void
}

function keepClaim(
  receiver: ClaimedReceiver,
  { owner, ports, onError }: { owner: string; ports: DeliveryPorts; onError: (error: unknown) => void },
): ReceiverLease {
  const began = performance.now()
  let isKept = true
  let keptAt = began
  const timer = setInterval(async () => {
    const requestedAt = performance.now()
    try {
      isKept = await ports.deliveries.keepClaim(receiver, { owner, leaseMs })
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
