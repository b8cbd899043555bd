// Sends notifications again under the same ids: single ones, or all that were created in a period.
import { replayNotifications } from '../../events/operations/replay-notifications.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { optionalArgument } from '../rows.ts'
import { notificationIdsArgument, sinceOption, untilOption } from './options.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksReplay = command({
  name: 'webhooks replay',
  purpose: 'Sends delivered or parked notifications again, by id or by creation time.',
  arguments: { merchantId: merchantIdArgument, notificationIds: optionalArgument(notificationIdsArgument) },
  options: { since: sinceOption, until: untilOption, user: userOption },
  example: 'SHOP1 --since 2026-03-02T09:00:00Z --until 2026-03-02T12:00:00Z',
  notes: () =>
    `Body and id are the same as the first time, so that merchants can detect duplicates. Running gateways begin
immediately. A webhook that was disabled because it responded with 410 is enabled again.`,
  async run({ merchantId, notificationIds, since, until, user }, context) {
    if ((notificationIds === undefined) === (since === undefined))
      return usageError('Specify either notification ids or --since.')
    if (notificationIds && until) return usageError('--until requires --since.')
    const at = new Date()
    const times = { since: since ?? at, until: until ?? at }
    const which = notificationIds ? { notificationIds } : times
    if (times.since > times.until) return usageError('--since is later than --until.')
    return withWebhooks(context, merchantId, async ({ ports }) => {
      const by = { userId: commandActor(user) }
      const { replayed } = await replayNotifications({ merchantId, ...which }, by, ports)
      if (replayed === 0) return commandRefused(`${merchantId} has no matching notification that can be replayed.`)
      const many = replayed === 1 ? '1 notification' : `${replayed} notifications`
      return commandDone({ merchantId, replayed }, `Replaying ${many}.`)
    })
  },
})
