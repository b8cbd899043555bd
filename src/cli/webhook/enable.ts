// Enables notifications about a merchant's orders.

import { changeWebhookSettings } from '../../events/operations/change-webhook-settings.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
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
  purpose: 'Enables notifications for a merchant’s orders; creates secrets if there are none.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    url: urlOption,
    noUrl: flag('Removes the URL: only orders that specify one are notified.'),
    'any-2xx': flag('Treats any response status from 200 to 299 as delivered, not only 200.'),
    'only-200': flag('Treats only status 200 as delivered.'),
    user: userOption,
  },
  example: 'SHOP1 --url https://shop.example/notifications',
  notes: () =>
    `Running gateways follow within five seconds. A request can specify its own URL in order.notificationUrl,
which takes precedence. "npx tollgate webhooks show SHOP1 --reveal" shows the secrets.`,
  async run({ merchantId, url, noUrl, 'any-2xx': any2xx, 'only-200': only200, user }, context) {
    if (url !== undefined && noUrl) return usageError('--url and --no-url cannot be combined.')
    if (any2xx && only200) return usageError('--any-2xx and --only-200 cannot be combined.')
    return withWebhooks(context, merchantId, async ({ settings, ports }) => {
      const change = {
        isEnabled: true,
        ...omitUndefined({ url }),
        ...(noUrl && { url: null }),
        ...((any2xx || only200) && { acceptsAny2xx: any2xx === true }),
      }
      const by = { actor: commandActor(user), at: new Date() }
      const changed = await changeWebhookSettings(merchantId, change, by, { ...ports, webhookSettings: settings })
      const { setting, redirected } = changed
      const text = settingText(setting, hidden)
      const note = redirected === 0 ? '' : `\n\nUndelivered notifications that now go to the new URL: ${redirected}.`
      return commandDone({ ...settingData(setting, hidden), ...(redirected > 0 && { redirected }) }, `${text}${note}`)
    })
  },
})
