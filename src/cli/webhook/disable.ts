// Ends the telling: events go on being written, and the feed has them.
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { settingData } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksDisable = command({
  name: 'webhooks disable',
  purpose: 'Makes and sends no more notifications of a merchant; those that wait go when it is enabled again.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  notes: () => `Its URL and its secrets stay. What happens meanwhile is in its feed of events.`,
  run: ({ merchantId, user }, surroundings) =>
    withWebhooks(surroundings, merchantId, async ({ settings }) => {
      if (!(await settings.find(merchantId))) return commandRefused(`${merchantId} has never had notifications.`)
      const by = { actor: commandActor(user), at: new Date() }
      const setting = await settings.change(merchantId, { isEnabled: false }, by)
      return commandDone(settingData(setting, { isRevealed: false }), `${merchantId} gets no more notifications.`)
    }),
})
