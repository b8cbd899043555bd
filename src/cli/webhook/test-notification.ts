// Sends a merchant's receiver a notification that tells of nothing, and shows what it answers.
import { sendTestNotification, type TestNotification } from '../../operations/events/send-test-notification.ts'
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
  purpose: 'Sends a test notification once, and shows what the receiver answers.',
  arguments: { merchantId: merchantIdArgument },
  options: { url: { ...urlOption, description: 'Where to, if not where the merchant’s go.' }, user: userOption },
  example: 'SHOP1',
  notes: () =>
    `It has the secrets and the signature of every other, the header Tollgate-Test: true, and an order that nobody knows. It
goes only where notifications may go. Ends with 1 when a notification would not count as delivered by the answer.`,
  run: ({ merchantId, url, user }, surroundings) =>
    withWebhooks(surroundings, merchantId, async ({ ports }, { notificationTimeoutMs: timeoutMs }) => {
      const wanted = { merchantId, timeoutMs, ...(url !== undefined && { url }) }
      const sent = await sendTestNotification(wanted, commandAuditStamp(user), ports)
      if (sent.kind === 'NOT_ENABLED')
        return commandRefused(`${merchantId} has no notifications; see "webhooks enable".`)
      if (sent.kind === 'NO_URL') return commandRefused(`${merchantId} has no URL for notifications; give --url.`)
      const { kind: _, ...data } = sent
      return (sent.isAccepted ? commandDone : doneWithProblems)(data, textOf(sent))
    }),
})

function textOf({ url, notificationId, result, isAccepted }: Extract<TestNotification, { kind: 'SENT' }>): string {
  const answer =
    result.kind === 'answered'
      ? [
          ['Answer', `HTTP ${result.status}`] as const,
          ...(result.excerpt === '' ? [] : [['Said', printable(result.excerpt)] as const]),
        ]
      : [[result.kind === 'refused' ? 'Not sent' : 'No answer', result.why] as const]
  return pairs([
    ['Notification', notificationId],
    ['URL', withoutQuery(url)],
    ...answer,
    ['Took', `${result.tookMs} ms`],
    ['Delivered', isAccepted ? 'yes' : 'no'],
  ])
}
