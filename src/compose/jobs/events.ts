// The job that gives events their positions, woken by the commits of this process.
import type { EventSignal } from '../../adapters/system/event-signal.ts'
import type { Log } from '../../adapters/telemetry/log.ts'
import { sequenceEvents } from '../../jobs/events/sequence-events.ts'
import type { RepeatedJob } from '../../jobs/repeat.ts'
import { repeatWhenWoken } from '../../jobs/repeat-woken.ts'
import type { Ports } from '../../operations/call.ts'

/** Under load a commit for each moment is enough; nobody notices as little. */
const gatherMs = 20
const everyMs = 250

export function eventJobs(
  ports: Ports,
  {
    events,
    notifications,
    positions,
  }: { readonly events: EventSignal; readonly notifications: EventSignal; readonly positions: EventSignal },
  log: Log,
): readonly RepeatedJob[] {
  const hooks = {
    onNotifications: notifications.notify,
    onSequenced: positions.notify,
    onError: (err: unknown, merchantId?: string) =>
      log.error({ err, merchant: merchantId }, 'event positions could not be assigned; will retry'),
  }
  const sequencer = repeatWhenWoken(async (named) => (await sequenceEvents(named, ports, hooks)) > 0, {
    gatherMs,
    everyMs,
    onError: hooks.onError,
  })
  events.listen(sequencer.wake)
  return [sequencer]
}
