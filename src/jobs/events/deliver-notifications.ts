// The deliverer: takes receivers with work that is due, for a lease that is kept up while it works, many side by side.

import type { ClaimedReceiver } from '../../ports/events/notifications.ts'
import type { Identifiers } from '../../ports/identifiers.ts'
import type { RepeatedJob } from '../repeat.ts'
import { type DeliveryOptions, type DeliveryPorts, deliverToReceiver } from './deliver-to-receiver.ts'

/** Others take over what a process that died was working on after this long. */
const leaseMs = 30_000
const heartbeatMs = 10_000
/** After this long a receiver makes room for others, however much is left. */
const turnMs = 15_000
const receiversAtOnce = 256
/** For what other processes write. */
const everyMs = 250
/** When looking failed: the database is not there again at once, and nobody needs four lines a second about it. */
const afterFailureMs = 1_000

export interface DelivererOptions extends DeliveryOptions {
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
      // Whatever it was, the database perhaps, is not there again at once.
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
    // A name for each claim: one that we lost in our sleep and have got again must not be kept up by the earlier work.
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
    const asked = performance.now()
    try {
      isKept = await ports.deliveries.keepClaim(receiver, { owner, leaseMs })
      if (isKept) keptAt = asked
    } catch (error) {
      onError(error)
    }
  }, heartbeatMs)
  timer.unref()
  return {
    // By our own clock, too: a process that slept has lost what it had, whether it was told or not.
    isOurs: () => isKept && performance.now() - keptAt < leaseMs && performance.now() - began < turnMs,
    stop: () => clearInterval(timer),
  }
}
