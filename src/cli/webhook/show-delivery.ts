// Shows one notification: where it was sent, the reply to each attempt, and its body, which is masked.
import { command } from '../command.ts'
import { merchantIdArgument } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { notificationIdArgument } from './options.ts'
import { deliveryText } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksShowDelivery = command({
  name: 'webhooks show-delivery',
  purpose: 'Shows a notification with its delivery attempts and body.',
  arguments: { merchantId: merchantIdArgument, notificationId: notificationIdArgument },
  options: {},
  example: 'SHOP1 5f0c1d9be7a24c3f8e6b7a1d2c3e4f50',
  run: ({ merchantId, notificationId }, context) =>
    withWebhooks(context, merchantId, async ({ ports: { deliveries } }) => {
      const delivery = await deliveries.find(merchantId, notificationId)
      if (!delivery) return commandRefused(`${merchantId} has no notification ${notificationId}.`)
      const attempts = await deliveries.attemptsOf(merchantId, notificationId)
      return commandDone({ delivery, attempts }, deliveryText(delivery, attempts))
    }),
})
