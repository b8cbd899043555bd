// The e-mail for a payment link in the queue.

import { findMerchantLogo, type MerchantLogo } from '../../merchants/operations/page-logo.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import { paymentLinkUrl } from '../operations/create-payment-link.ts'
import type { QueuedPaymentLinkEmail } from '../ports/payment-link-emails.ts'
import type { PaymentLink, PaymentLinkLanguage } from '../rules/payment-link.ts'

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
  ports: Pick<PaymentLinkDependencies, 'paymentLinks' | 'store' | 'preferences' | 'addresses' | 'clock' | 'pageLogos'>,
): Promise<MailMessage | undefined> {
  const { merchantId, paymentLinkId, emailId, createdAt } = email
  const paymentLink = await ports.paymentLinks.show({ merchantId, paymentLinkId }, ports.clock.expiryTime())
  const access = paymentLink?.state === 'OPEN' ? await ports.store.findMerchant(merchantId) : undefined
  if (!paymentLink || !access?.merchant.profile.isEnabled) return undefined
  const language = paymentLink.language ?? (await languageOfSender(email, ports)) ?? 'en'
  const logo = await findMerchantLogo(access.merchant, ports)
  const values = {
    ...(logo && { logo }),
    merchantName: access.merchant.profile.name,
    url: paymentLinkUrl(paymentLinkId, ports),
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
