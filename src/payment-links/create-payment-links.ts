// The operations on payment links, and the e-mails that they are sent by.

import { bindOperations } from '../payments/index.ts'
import { type MailDependencies, mailJobs } from '../platform/mail/jobs/mail-jobs.ts'
import type { PaymentLinkDependencies } from './dependencies.ts'
import { disablePaymentLink, retrievePaymentLink } from './operations/retrieve-payment-link.ts'
import { type PaymentLinkMailRenderer, paymentLinkMessage } from './operations/send-payment-link.ts'
import { duePaymentLinkEmails } from './postgres/payment-link-email-queue.ts'

export interface PaymentLinkJobDependencies extends PaymentLinkDependencies, MailDependencies {
  readonly paymentLinkMail: PaymentLinkMailRenderer
}

export function createPaymentLinks(dependencies: PaymentLinkJobDependencies) {
  return {
    operations: bindOperations(dependencies, {
      DELETE_PAYMENT_LINK: disablePaymentLink,
      DISABLE_PAYMENT_LINK: disablePaymentLink,
      RETRIEVE_PAYMENT_LINK: retrievePaymentLink,
    }),
    jobs: mailJobs(
      {
        kind: 'payment link',
        due: { kind: 'PAYMENT_LINK_EMAILS', rows: [duePaymentLinkEmails] },
        queue: () => dependencies.paymentLinkEmails,
        messageFor: (email) => paymentLinkMessage(email, dependencies.paymentLinkMail, dependencies),
        logFieldsOf: ({ merchantId, paymentLinkId, emailId, attempts }) => ({
          merchantId,
          paymentLinkId,
          emailId,
          attempts,
        }),
      },
      dependencies,
    ),
  }
}
