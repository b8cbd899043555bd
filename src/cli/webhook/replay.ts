// Sends notifications once more under the same ids: single ones, or all that were made in a time.
import { replayNotifications } from '../../operations/events/replay-notifications.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { optionalArgument } from '../rows.ts'
import { notificationIdsArgument, sinceOption, untilOption } from './options.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksReplay = command({
  name: 'webhooks replay',
  purpose: 'Sends notifications again, delivered or parked: by their ids, or those made in a time.',
  arguments: { merchantId: merchantIdArgument, notificationIds: optionalArgument(notificationIdsArgument) },
  options: { since: sinceOption, until: untilOption, user: userOption },
  example: 'SHOP1 --since 2026-03-02T09:00:00Z --until 2026-03-02T12:00:00Z',
  notes: () =>
    `Body and id are those of the first time, so that a receiver that has had one already can tell. Running gateways begin at
once. A receiver that was disabled because it answered 410 is tried again.`,
  async run({ merchantId, notificationIds, since, until, user }, surroundings) {
    if ((notificationIds === undefined) === (since === undefined))
      return usageError('Give either ids of notifications or --since.')
    if (notificationIds && until) return usageError('--until goes with --since.')
    const at = new Date()
    const times = { since: since ?? at, until: until ?? at }
    const which = notificationIds ? { notificationIds } : times
    if (times.since > times.until) return usageError('--since is later than --until.')
    return withWebhooks(surroundings, merchantId, async ({ ports }) => {
      const by = { userId: commandActor(user) }
      const { replayed } = await replayNotifications({ merchantId, ...which }, by, ports)
      if (replayed === 0) return commandRefused(`${merchantId} has no such notification that could be sent again.`)
      const many = replayed === 1 ? '1 notification is' : `${replayed} notifications are`
      return commandDone({ merchantId, replayed }, `${many} sent again.`)
    })
  },
})
