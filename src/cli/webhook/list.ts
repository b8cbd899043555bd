// Lists a merchant's notifications and their delivery status.
import { orderRows } from '../../contract/groups/order.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument, sinceOption, untilOption, wholeNumber } from '../options.ts'
import { commandDone } from '../result.ts'
import { choiceValue, textValue } from '../rows.ts'
import { deliveriesText, deliveryData } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

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
    withWebhooks(context, merchantId, async ({ ports: { deliveries } }) => {
      const found = await deliveries.list({
        merchantId,
        ...(state && { state }),
        ...omitUndefined({ orderId: order, since, until }),
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
