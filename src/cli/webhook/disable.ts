// Ends the telling: events go on being written, and the feed has them.
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { actorOf, userOption } from '../order/options.ts'
import { done, refused } from '../result.ts'
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
      if (!(await settings.find(merchantId))) return refused(`${merchantId} has never had notifications.`)
      const by = { actor: actorOf(user), at: new Date() }
      const setting = await settings.change(merchantId, { isEnabled: false }, by)
      return done(settingData(setting, { isRevealed: false }), `${merchantId} gets no more notifications.`)
    }),
})
