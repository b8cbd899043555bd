// The job that gives events their positions, woken by the commits of this process.
import { sequenceEvents } from '../../events/jobs/sequence-events.ts'
import { repeatJob, runAgain } from '../../platform/jobs/repeat.ts'
import { errorLogger, type Job } from './job.ts'

/** Collects the events of one interval into one commit under load; the delay is too short to notice. */
const gatherMs = 20
const everyMs = 250

export const eventSequencing: Job = {
  name: 'give events their positions',
  start(context) {
    const { ports, signals, dueWork } = context
    const onError = errorLogger(context, 'event positions could not be assigned; will retry')
    const hooks = { onNotifications: signals.notifications.notify, onSequenced: signals.positions.notify, onError }
    const sequence = async (named: ReadonlySet<string> | undefined) =>
      (await sequenceEvents(named, ports, hooks)) > 0 ? runAgain : undefined
    const sequencer = repeatJob(sequence, {
      gatherMs,
      everyMs: context.pace(everyMs),
      isDue: () => dueWork.has('EVENTS'),
      onError,
    })
    signals.events.listen(sequencer.wake)
    return sequencer
  },
}
