// Payment links sent by e-mail: users send them, and see what became of each e-mail.
import { asciiText, string } from '../../../contract/field-types.ts'
import { required } from '../../../contract/row.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { type SendingRefusal, sendPaymentLink } from '../../../payment-links/operations/send-payment-link.ts'
import { paymentLinkMessageLengthMax } from '../../../payment-links/rules/payment-link.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../../context.ts'
import { withBody } from '../../read-fields.ts'
import type { PaymentLinkEmailsBody, QueuedPaymentLinkEmailBody } from '../../response-bodies/payment-links.ts'
import { acceptedResponse, consoleRefusal, okResponse, unknownResource } from '../../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../../route.ts'

const path = '/merchants/:merchantId/payment-links/:paymentLinkId/emails'
const listedMax = 50

const statuses: Readonly<Record<SendingRefusal['code'], ConsoleRefusal['status']>> = {
  UNKNOWN_PAYMENT_LINK: 404,
  NO_MAIL_SERVER: 409,
  PAYMENT_LINK_CLOSED: 409,
  TOO_MANY_EMAILS: 429,
  FIELD_INVALID: 422,
}

export function paymentLinkEmailServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { ports } = context
  const keyOf = (call: ConsoleCall) => ({
    merchantId: pathId(call, 'merchantId'),
    paymentLinkId: pathId(call, 'paymentLinkId'),
  })
  return [
    {
      method: 'GET',
      path,
      purpose: 'Lists the e-mails with a payment link, newest first, and says whether the gateway can send any.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      async handle(call) {
        const key = keyOf(call)
        if (!(await ports.paymentLinks.find(key))) return unknownResource('payment link')
        const rows = await ports.paymentLinkEmails.list(key, listedMax)
        return okResponse<PaymentLinkEmailsBody>({ isAvailable: ports.hasMailServer, rows })
      },
    },
    {
      method: 'POST',
      path,
      purpose: 'Sends a payment link by e-mail, with an optional message.',
      access: { kind: 'MERCHANT', permission: 'REQUEST_PAYMENT' },
      handle: withBody(
        { recipient: required(asciiText(1, 254)), message: string(1, paymentLinkMessageLengthMax) },
        async ({ recipient, message }, call) => {
          const by = callAuditStamp(call, context)
          const sent = await sendPaymentLink(keyOf(call), { recipient, ...omitUndefined({ message }) }, by, ports)
          if (sent.kind === 'QUEUED') return acceptedResponse<QueuedPaymentLinkEmailBody>({ emailId: sent.emailId })
          return consoleRefusal(statuses[sent.code], sent.code, sent.explanation, sent.field)
        },
      ),
    },
  ]
}
