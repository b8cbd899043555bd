// Ends serving: readiness fails first, then no more connections, then what is in flight finishes, within the drain time.
import type { Gateway } from '../../compose/gateway.ts'
import type { Log, openListeners } from '../../compose/index.ts'
import type { Config } from '../../platform/config/config.ts'

interface Serving {
  readonly gateway: Gateway
  readonly listeners: Awaited<ReturnType<typeof openListeners>>
  readonly log: Log
  /** How long idle connections stay open, where another process takes over. */
  readonly graceMs?: number
}

export async function stopServing(
  { drainTimeoutMs }: Pick<Config, 'drainTimeoutMs'>,
  { gateway, listeners, log, graceMs = 0 }: Serving,
): Promise<void> {
  gateway.beginShutdown({ isReplaced: graceMs > 0 })
  const isDrained = await listeners.drain(drainTimeoutMs + graceMs, graceMs)
  if (!isDrained)
    log.warn(
      { drainTimeoutMs },
      'some requests did not finish in time; repeat them with the same ids to get their outcome',
    )
}
