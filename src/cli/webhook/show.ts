// Shows a merchant's notification settings and, on request, the secrets.
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
  run: ({ merchantId, reveal, user }, context) =>
    withWebhooks(context, merchantId, async ({ settings, ports: { audit } }) => {
      const setting = await settings.find(merchantId)
      if (!setting) return commandRefused(`Notifications were never enabled for ${merchantId}; see "webhooks enable".`)
      const isRevealed = reveal === true
      // The audit log entry is committed before the secrets are shown.
      if (isRevealed)
        await audit.append({
          merchantId,
          actor: commandActor(user),
          action: 'WEBHOOK_SECRETS_SHOWN',
          subject: { secrets: setting.secrets.length },
          at: new Date(),
        })
      return commandDone(settingData(setting, { isRevealed }), settingText(setting, { isRevealed }))
    }),
})
