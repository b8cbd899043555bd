// Commands about single notifications and their delivery.
import { orderRows } from '../../contract/groups/order.ts'
import {
  replayNotifications,
  sendNotificationsNow,
  sendTestNotification,
  type TestNotification,
} from '../../events/index.ts'
import { command } from '../command.ts'
import {
  commandActor,
  commandAuditStamp,
  merchantIdArgument,
  sinceOption,
  untilOption,
  userOption,
  wholeNumber,
} from '../options.ts'
import { commandDone, commandRefused, doneWithProblems, usageError } from '../result.ts'
import { choiceValue, optionalArgument, textValue } from '../rows.ts'
import { pairs, printable } from '../table.ts'
import {
  deliveriesText,
  deliveryData,
  deliveryText,
  notificationIdArgument,
  notificationIdsArgument,
  urlOption,
  withoutQuery,
  withWebhooks,
} from './view.ts'

const usualLimit = 50

export const webhooksList = command({
  name: 'webhooks list',
  purpose: 'Lists notifications and their state: delivered, pending or parked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    state: choiceValue(['PENDING', 'DELIVERED', 'PARKED'], '<state>', 'Only notifications in this state.'),
    order: textValue(orderRows.id, '<orderId>', 'Only notifications of this order.'),
    since: sinceOption,
    until: untilOption,
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${usualLimit}).`),
  },
  example: 'SHOP1 --state PARKED --since 3d',
  run: ({ merchantId, state, order, since, until, limit = usualLimit }, context) =>
    withWebhooks(context, merchantId, async ({ dependencies: { deliveries } }) => {
      const found = await deliveries.list({
        merchantId,
        state,
        orderId: order,
        since,
        until,
        limit: limit + 1,
      })
      const shown = found.slice(0, limit)
      const isMore = found.length > limit
      const more = isMore ? `\n\nMore results are available; use --limit, --since and --until.` : ''
      return commandDone(
        { deliveries: shown.map(deliveryData), isMore },
        shown.length === 0 ? 'No notifications.' : `${deliveriesText(shown)}${more}`,
      )
    }),
})

export const webhooksShowDelivery = command({
  name: 'webhooks show-delivery',
  purpose: 'Shows a notification with its delivery attempts and body.',
  arguments: { merchantId: merchantIdArgument, notificationId: notificationIdArgument },
  options: {},
  example: 'SHOP1 5f0c1d9be7a24c3f8e6b7a1d2c3e4f50',
  run: ({ merchantId, notificationId }, context) =>
    withWebhooks(context, merchantId, async ({ dependencies: { deliveries } }) => {
      const delivery = await deliveries.find(merchantId, notificationId)
      if (!delivery) return commandRefused(`${merchantId} has no notification ${notificationId}.`)
      const attempts = await deliveries.attemptsOf(merchantId, notificationId)
      return commandDone({ delivery, attempts }, deliveryText(delivery, attempts))
    }),
})

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
    return withWebhooks(context, merchantId, async ({ dependencies }) => {
      const by = { userId: commandActor(user) }
      const { replayed } = await replayNotifications({ merchantId, ...which }, by, dependencies)
      if (replayed === 0) return commandRefused(`${merchantId} has no matching notification that can be replayed.`)
      const many = replayed === 1 ? '1 notification' : `${replayed} notifications`
      return commandDone({ merchantId, replayed }, `Replaying ${many}.`)
    })
  },
})

export const webhooksSendNow = command({
  name: 'webhooks send-now',
  purpose: 'Sends pending notifications now, without waiting for their next attempt.',
  arguments: { merchantId: merchantIdArgument, notificationIds: notificationIdsArgument },
  options: { user: userOption },
  example: 'SHOP1 5f0c1d9be7a24c3f8e6b7a1d2c3e4f50',
  notes: () => `Running gateways begin immediately. Earlier pending notifications of the same order are sent first.`,
  run: ({ merchantId, notificationIds, user }, context) =>
    withWebhooks(context, merchantId, async ({ dependencies }) => {
      const { sending } = await sendNotificationsNow(
        { merchantId, notificationIds },
        commandAuditStamp(user),
        dependencies,
      )
      if (sending === 0) return commandRefused(`${merchantId} has no such pending notification.`)
      const many = sending === 1 ? '1 notification' : `${sending} notifications`
      return commandDone({ merchantId, sending }, `Sending ${many}.`)
    }),
})

export const webhooksTest = command({
  name: 'webhooks test',
  purpose: "Sends a test notification and shows the webhook's response.",
  arguments: { merchantId: merchantIdArgument },
  options: {
    url: { ...urlOption, description: 'The URL to send it to. Default: the merchant’s URL.' },
    user: userOption,
  },
  example: 'SHOP1',
  notes: () =>
    `It has the same secrets and signatures as every notification, the header Tollgate-Test: true, and an order
that does not exist. It is only sent to URLs that notifications are allowed to use. Exits with 1 if the
response would not count as delivered.`,
  run: ({ merchantId, url, user }, context) =>
    withWebhooks(context, merchantId, async ({ dependencies }, { notificationTimeoutMs: timeoutMs }) => {
      const wanted = { merchantId, timeoutMs, url }
      const sent = await sendTestNotification(wanted, commandAuditStamp(user), dependencies)
      if (sent.kind === 'NOT_ENABLED')
        return commandRefused(`Notifications are not enabled for ${merchantId}; see "webhooks enable".`)
      if (sent.kind === 'NO_URL') return commandRefused(`${merchantId} has no URL for notifications; specify --url.`)
      const { kind: _, ...data } = sent
      return (sent.isAccepted ? commandDone : doneWithProblems)(data, textOf(sent))
    }),
})

function textOf({ url, notificationId, result, isAccepted }: Extract<TestNotification, { kind: 'SENT' }>): string {
  const response =
    result.kind === 'ANSWERED'
      ? [
          ['Response', `HTTP ${result.status}`] as const,
          ...(result.excerpt === '' ? [] : [['Body', printable(result.excerpt)] as const]),
        ]
      : [[result.kind === 'REFUSED' ? 'Not sent' : 'No response', result.why] as const]
  return pairs([
    ['Notification', notificationId],
    ['URL', withoutQuery(url)],
    ...response,
    ['Duration', `${result.tookMs} ms`],
    ['Delivered', isAccepted ? 'yes' : 'no'],
  ])
}
