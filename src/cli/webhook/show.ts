// Shows what a merchant has decided about notifications and, when asked, the secrets it knows us by.
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { flag } from '../rows.ts'
import { settingData, settingText } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksShow = command({
  name: 'webhooks show',
  purpose: "Shows a merchant's webhook settings, and with --reveal its secrets.",
  arguments: { merchantId: merchantIdArgument },
  options: { reveal: flag('Shows the secrets; this is recorded in the audit log.'), user: userOption },
  example: 'SHOP1 --reveal',
  run: ({ merchantId, reveal, user }, surroundings) =>
    withWebhooks(surroundings, merchantId, async ({ settings, ports: { audit } }) => {
      const setting = await settings.find(merchantId)
      if (!setting) return commandRefused(`Notifications were never enabled for ${merchantId}; see "webhooks enable".`)
      const isRevealed = reveal === true
      // The line is kept before anybody sees them.
      if (isRevealed)
        await audit.append({
          merchantId,
          actor: commandActor(user),
          action: 'NOTIFICATION_SECRETS_SHOWN',
          subject: { secrets: setting.secrets.length },
          at: new Date(),
        })
      return commandDone(settingData(setting, { isRevealed }), settingText(setting, { isRevealed }))
    }),
})
