// Disables notifications: events are still written, and the feed has them.
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { settingData } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksDisable = command({
  name: 'webhooks disable',
  purpose: 'Disables notifications for a merchant; pending ones are sent when notifications are enabled again.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  notes: () => `The URL and secrets are kept. Events that happen meanwhile are available in the event feed.`,
  run: ({ merchantId, user }, context) =>
    withWebhooks(context, merchantId, async ({ settings }) => {
      if (!(await settings.find(merchantId)))
        return commandRefused(`Notifications were never enabled for ${merchantId}.`)
      const by = { actor: commandActor(user), at: new Date() }
      const { setting } = await settings.change(merchantId, { isEnabled: false }, by)
      return commandDone(settingData(setting, { isRevealed: false }), `Disabled notifications for ${merchantId}.`)
    }),
})
