// Lets a merchant be told of what happens to its orders.
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import { urlOption } from './options.ts'
import { settingData, settingText } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

const hidden = { isRevealed: false }

export const webhooksEnable = command({
  name: 'webhooks enable',
  purpose: 'Sends notifications of what happens to a merchant’s orders; makes its secrets when it has none.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    url: urlOption,
    noUrl: flag('Takes the URL away: only orders that name one are told of.'),
    'any-2xx': flag('Every answer from 200 to 299 counts as delivered, not 200 alone.'),
    'only-200': flag('Takes --any-2xx back.'),
    user: userOption,
  },
  example: 'SHOP1 --url https://shop.example/notifications',
  notes: () =>
    `Running gateways follow within five seconds. A request may name a URL of its own in order.notificationUrl, which goes
before this one. "npx tollgate webhooks show SHOP1 --reveal" shows the secrets.`,
  async run({ merchantId, url, noUrl, 'any-2xx': any2xx, 'only-200': only200, user }, surroundings) {
    if (url !== undefined && noUrl) return usageError('--url and --no-url do not go together.')
    if (any2xx && only200) return usageError('--any-2xx and --only-200 do not go together.')
    return withWebhooks(surroundings, merchantId, async ({ settings, ports: { deliveries } }) => {
      const change = {
        isEnabled: true,
        ...(url !== undefined && { url }),
        ...(noUrl && { url: null }),
        ...((any2xx || only200) && { acceptsAny2xx: any2xx === true }),
      }
      const setting = await settings.change(merchantId, change, { actor: commandActor(user), at: new Date() })
      // Who enables expects an answer also from a receiver that once said it was gone.
      await deliveries.enableReceivers(merchantId)
      return commandDone(settingData(setting, hidden), settingText(setting, hidden))
    })
  },
})
