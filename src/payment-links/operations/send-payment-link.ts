// Sends a payment link by e-mail, for a user of the console or a command. The e-mail is queued; a job sends it.

import type { AuditStamp } from '../../audit/index.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { findMerchantLogo, type MerchantLogo } from '../../merchants/index.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { QueuedPaymentLinkEmail } from '../ports/payment-links.ts'
import type { PaymentLink, PaymentLinkKey, PaymentLinkLanguage } from '../rules/payment-link.ts'
import {
  type PaymentLinkEmailLimit,
  type PaymentLinkMessageFault,
  paymentLinkMessageFault,
} from '../rules/payment-link-email.ts'
import { paymentLinkUrl } from './create-payment-link.ts'

export interface SendingRefusal {
  readonly kind: 'REFUSED'
  readonly code: 'UNKNOWN_PAYMENT_LINK' | 'NO_MAIL_SERVER' | 'PAYMENT_LINK_CLOSED' | 'TOO_MANY_EMAILS' | 'FIELD_INVALID'
  readonly explanation: Explanation
  readonly field?: 'recipient' | 'message'
}

export interface SendingRequest {
  readonly recipient: string
  readonly message?: string | undefined
}

export async function sendPaymentLink(
  key: PaymentLinkKey,
  { recipient, message = '' }: SendingRequest,
  by: AuditStamp,
  {
    hasMailServer,
    paymentLinkEmails,
    paymentLinks,
    identifiers,
    clock,
  }: Pick<PaymentLinkDependencies, 'hasMailServer' | 'paymentLinkEmails' | 'paymentLinks' | 'identifiers' | 'clock'>,
): Promise<{ readonly kind: 'QUEUED'; readonly emailId: string } | SendingRefusal> {
  const paymentLink = await paymentLinks.show(key, clock.expiryTime())
  if (!paymentLink) return refusal('UNKNOWN_PAYMENT_LINK', explain('No such payment link.'))
  if (!hasMailServer) return refusal('NO_MAIL_SERVER', noMailServer)
  if (paymentLink.state !== 'OPEN') return refusal('PAYMENT_LINK_CLOSED', explain('This link cannot be paid any more.'))
  if (!isRecipientAddress(recipient))
    return refusal('FIELD_INVALID', explain('This is not an e-mail address.'), 'recipient')
  const text = message.trim()
  const fault = paymentLinkMessageFault(text)
  if (fault) return refusal('FIELD_INVALID', messageFaults[fault], 'message')
  const emailId = identifiers.paymentLinkId()
  const reached = await paymentLinkEmails.add({ ...key, emailId, recipient, ...(text !== '' && { message: text }) }, by)
  return reached ? refusal('TOO_MANY_EMAILS', reachedLimits[reached]) : { kind: 'QUEUED', emailId }
}

const noMailServer = explain('The gateway has no mail server. The operator can set one up.')

const messageFaults: Readonly<Record<PaymentLinkMessageFault, Explanation>> = {
  TOO_LONG: explain('The message is too long.'),
  WEB_ADDRESS: explain('The message must not contain web or e-mail addresses. Put a space after each full stop.'),
  ACCOUNT_NUMBER: explain('The message contains what could be an account number.'),
  HIDDEN_CHARACTERS: explain('The message contains invisible characters.'),
}

const reachedLimits: Readonly<Record<PaymentLinkEmailLimit, Explanation>> = {
  HOUR: explain('No more e-mails can be sent for this merchant now. Try again in an hour.'),
  DAY: explain('No more e-mails can be sent for this merchant today.'),
  ADDRESS: explain('This address has been sent as many e-mails today as are allowed.'),
}

function refusal(
  code: SendingRefusal['code'],
  explanation: Explanation,
  field?: SendingRefusal['field'],
): SendingRefusal {
  return { kind: 'REFUSED', code, explanation, ...(field && { field }) }
}

/** The e-mail for a payment link in the queue. */
export type PaymentLinkMailRenderer = (
  email: QueuedPaymentLinkEmail,
  paymentLink: PaymentLink,
  values: {
    readonly merchantName: string
    readonly url: string
    readonly language: PaymentLinkLanguage
    readonly logo?: MerchantLogo
  },
) => Omit<MailMessage, 'id' | 'at'>

/** Undefined when the link cannot be paid any more, or the merchant takes no payments. */
export async function paymentLinkMessage(
  email: QueuedPaymentLinkEmail,
  render: PaymentLinkMailRenderer,
  dependencies: Pick<
    PaymentLinkDependencies,
    'paymentLinks' | 'store' | 'preferences' | 'addresses' | 'clock' | 'pageLogos'
  >,
): Promise<MailMessage | undefined> {
  const { merchantId, paymentLinkId, emailId, createdAt } = email
  const paymentLink = await dependencies.paymentLinks.show(
    { merchantId, paymentLinkId },
    dependencies.clock.expiryTime(),
  )
  const access = paymentLink?.state === 'OPEN' ? await dependencies.store.findMerchant(merchantId) : undefined
  if (!paymentLink || !access?.merchant.profile.isEnabled) return undefined
  const language = paymentLink.language ?? (await languageOfSender(email, dependencies)) ?? 'en'
  const logo = await findMerchantLogo(access.merchant, dependencies)
  const values = {
    ...(logo && { logo }),
    merchantName: access.merchant.profile.name,
    url: paymentLinkUrl(paymentLinkId, dependencies),
    language,
  }
  return { ...render(email, paymentLink, values), id: `${merchantId}.${emailId}`, at: createdAt }
}

/**
 * A merchant has no language setting, so the language of the user who sent the link is used. Undefined if the operator or a command
 * sent it: their names are not logins of the merchant's users.
 */
async function languageOfSender(
  { merchantId, createdBy: login }: Pick<QueuedPaymentLinkEmail, 'merchantId' | 'createdBy'>,
  { preferences }: Pick<PaymentLinkDependencies, 'preferences'>,
): Promise<PaymentLinkLanguage | undefined> {
  return (await preferences.find({ merchantId, login })).language
}
