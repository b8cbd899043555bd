// The operations of payment pages, the receipts that payers get, and what lets go of expired sessions.

import { type DeviceAuthentications, dueDeviceAuthentications } from '../payer-authentication/index.ts'
import { bindOperations } from '../payments/index.ts'
import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import { type MailDependencies, mailJobs } from '../platform/mail/jobs/mail-jobs.ts'
import { dueSessions } from '../sessions/index.ts'
import { duePayloads, type UsedPayloads } from '../wallets/index.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { deleteExpiredSessions } from './jobs/delete-expired-sessions.ts'
import { createCheckoutSession, createPaymentPageSession } from './operations/create-page-session.ts'
import { type ReceiptRenderer, receiptMessage } from './operations/queue-receipt.ts'
import { dueCheckouts, dueReceipts } from './postgres/checkouts.ts'

export interface CheckoutJobDependencies extends CheckoutDependencies, MailDependencies {
  readonly deviceAuthentications: DeviceAuthentications
  readonly usedPayloads: UsedPayloads
  readonly receiptMail: ReceiptRenderer
}

export function createCheckout(dependencies: CheckoutJobDependencies) {
  return {
    operations: bindOperations(dependencies, {
      CREATE_CHECKOUT_SESSION: createCheckoutSession,
      CREATE_PAYMENT_PAGE_SESSION: createPaymentPageSession,
      INITIATE_CHECKOUT: createCheckoutSession,
    }),
    jobs: checkoutJobs(dependencies),
  }
}

function checkoutJobs(dependencies: CheckoutJobDependencies): readonly Job[] {
  return [
    repeatedJob({
      name: 'delete expired sessions',
      everyMs: 10_000,
      due: { kind: 'EXPIRED', rows: [...dueSessions, dueDeviceAuthentications, duePayloads, dueCheckouts] },
      failure: 'expired sessions could not be deleted; will retry',
      run: () => deleteExpiredSessions(dependencies),
    }),
    ...mailJobs(
      {
        kind: 'receipt',
        due: { kind: 'RECEIPTS', rows: [dueReceipts] },
        queue: () => dependencies.receiptQueue,
        messageFor: (receipt) => receiptMessage(receipt, dependencies.receiptMail, dependencies),
        logFieldsOf: ({ merchantId, orderId, transactionId, attempts }) => ({
          merchantId,
          orderId,
          transactionId,
          attempts,
        }),
      },
      dependencies,
    ),
  ]
}
