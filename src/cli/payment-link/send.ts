// Sends a payment link to a payer by e-mail.
import { asciiText, string } from '../../contract/field-types.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { sendPaymentLink } from '../../payment-links/operations/send-payment-link.ts'
import { paymentLinkMessageLengthMax } from '../../payment-links/rules/payment-link.ts'
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { requiredOption, textValue } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { paymentLinkArguments } from './options.ts'
import { unknownPaymentLink } from './view.ts'

export const paymentLinkSend = command({
  name: 'payment-link send',
  purpose: 'Sends a payment link by e-mail, in the language of the link.',
  arguments: paymentLinkArguments,
  options: {
    to: requiredOption(textValue(asciiText(1, 254), '<address>', 'The e-mail address of the payer.')),
    message: textValue(
      string(1, paymentLinkMessageLengthMax),
      '<text>',
      `A text in the e-mail: at most ${paymentLinkMessageLengthMax} characters, no web or e-mail addresses, no account numbers.`,
    ),
    user: userOption,
  },
  example: 'SHOP1 4Tq0d9GZkP3yXWm7VbnR2sLcHf --to jane@payer.example',
  notes: () =>
    'A running gateway sends it within seconds. TOLLGATE_SMTP_URL and TOLLGATE_SMTP_FROM name the mail server.',
  run: ({ user, to: recipient, message, ...key }, context) =>
    withOperations(context, async ({ ports }) => {
      const request = { recipient, ...omitUndefined({ message }) }
      const sent = await sendPaymentLink(key, request, commandAuditStamp(user), ports)
      if (sent.kind === 'QUEUED') return commandDone({ emailId: sent.emailId }, `Queued the e-mail to ${recipient}.`)
      return sent.code === 'UNKNOWN_PAYMENT_LINK'
        ? unknownPaymentLink(key.paymentLinkId)
        : commandRefused(explanationText(sent.explanation))
    }),
})
