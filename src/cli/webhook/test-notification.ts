// Sends a test notification to a merchant's webhook, and shows the reply.

import { sendTestNotification, type TestNotification } from '../../events/operations/send-test-notification.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { pairs, printable } from '../table.ts'
import { urlOption } from './options.ts'
import { withoutQuery } from './view.ts'
import { withWebhooks } from './with-webhooks.ts'

export const webhooksTest = command({
  name: 'webhooks test',
  purpose: "Sends a test notification and shows the webhook's response.",
  arguments: { merchantId: merchantIdArgument },
  options: {
    url: { ...urlOption, description: 'The URL to send it to. Default: the merchant’s URL.' },
    user: userOption,
  },
  example: 'SHOP1',
  notes: () =>
    `It has the same secrets and signatures as every notification, the header Tollgate-Test: true, and an order
that does not exist. It is only sent to URLs that notifications are allowed to use. Exits with 1 if the
response would not count as delivered.`,
  run: ({ merchantId, url, user }, context) =>
    withWebhooks(context, merchantId, async ({ ports }, { notificationTimeoutMs: timeoutMs }) => {
      const wanted = { merchantId, timeoutMs, ...omitUndefined({ url }) }
      const sent = await sendTestNotification(wanted, commandAuditStamp(user), ports)
      if (sent.kind === 'NOT_ENABLED')
        return commandRefused(`Notifications are not enabled for ${merchantId}; see "webhooks enable".`)
      if (sent.kind === 'NO_URL') return commandRefused(`${merchantId} has no URL for notifications; specify --url.`)
      const { kind: _, ...data } = sent
      return (sent.isAccepted ? commandDone : doneWithProblems)(data, textOf(sent))
    }),
})

function textOf({ url, notificationId, result, isAccepted }: Extract<TestNotification, { kind: 'SENT' }>): string {
  const answer =
    result.kind === 'ANSWERED'
      ? [
          ['Response', `HTTP ${result.status}`] as const,
          ...(result.excerpt === '' ? [] : [['Body', printable(result.excerpt)] as const]),
        ]
      : [[result.kind === 'REFUSED' ? 'Not sent' : 'No response', result.why] as const]
  return pairs([
    ['Notification', notificationId],
    ['URL', withoutQuery(url)],
    ...answer,
    ['Duration', `${result.tookMs} ms`],
    ['Delivered', isAccepted ? 'yes' : 'no'],
  ])
}
