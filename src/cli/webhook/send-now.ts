// Sends pending notifications now, without waiting for their next attempt.
import { sendNotificationsNow } from '../../events/operations/send-notifications-now.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { notificationIdsArgument } from './options.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksSendNow = command({
  name: 'webhooks send-now',
  purpose: 'Sends pending notifications now, without waiting for their next attempt.',
  arguments: { merchantId: merchantIdArgument, notificationIds: notificationIdsArgument },
  options: { user: userOption },
  example: 'SHOP1 5f0c1d9be7a24c3f8e6b7a1d2c3e4f50',
  notes: () => `Running gateways begin immediately. Earlier pending notifications of the same order are sent first.`,
  run: ({ merchantId, notificationIds, user }, context) =>
    withWebhooks(context, merchantId, async ({ ports }) => {
      const { sending } = await sendNotificationsNow({ merchantId, notificationIds }, commandAuditStamp(user), ports)
      if (sending === 0) return commandRefused(`${merchantId} has no such pending notification.`)
      const many = sending === 1 ? '1 notification' : `${sending} notifications`
      return commandDone({ merchantId, sending }, `Sending ${many}.`)
    }),
})
