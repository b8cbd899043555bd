// Ends serving: readiness fails first, then no more connections, then what is in flight finishes, within the drain time.

import { setTimeout as delay } from 'node:timers/promises'
import type { Gateway } from '../../compose/gateway.ts'
import type { openListeners } from '../../compose/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/telemetry/log.ts'

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

// How a process that has done its work ends, whatever is left open in it.

export interface ServingEnd {
  readonly exitCode: number
  /** Something that was abandoned may keep the process. */
  readonly isAbandoned: boolean
}

/** What stays open in this time after the end is named, and the process ends nevertheless. */
const lingerMs = 2_000

/**
 * Sees to it that this process ends, whatever is left open: after a clean stop nothing is, and after a failure it has no
 * claim to keep the process.
 */
export function endProcess({ exitCode, isAbandoned }: ServingEnd): void {
  process.exitCode = exitCode
  // What was printed comes first.
  if (isAbandoned) return void process.stdout.write('', () => process.stderr.write('', () => process.exit()))
  void delay(lingerMs, undefined, { ref: false }).then(() => {
    const kinds = [...new Set(process.getActiveResourcesInfo())].filter((kind) => kind !== 'Timeout')
    process.stderr.write(`Tollgate has stopped, but something kept its process: ${kinds.join(', ') || 'a timer'}.\n`)
    process.exit(1)
  })
}
