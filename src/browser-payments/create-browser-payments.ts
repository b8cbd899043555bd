// The operations of browser payments, and what keeps billing agreements in step with providers.

import type { Provider } from '../kernel/provider.ts'
import { bindOperations } from '../payments/index.ts'
import { errorLogger, type Job, repeatedJob } from '../platform/jobs/job.ts'
import { repeatJob } from '../platform/jobs/repeat.ts'
import type { TokenSaveDependencies } from '../tokens/index.ts'
import type { BrowserPaymentDependencies } from './dependencies.ts'
import { pollAgreements, readProviderNotices } from './jobs/follow-agreements.ts'
import { confirmBrowserPayment } from './operations/confirm-browser-payment.ts'
import { initiateBrowserPayment } from './operations/initiate-browser-payment.ts'
import { paymentOptionsInquiry } from './operations/payment-options-inquiry.ts'
import { tokenizeBrowserPayment } from './operations/tokenize-browser-payment.ts'
import { updateBrowserPayment } from './operations/update-browser-payment.ts'
import { dueAgreements } from './postgres/agreements.ts'
import type { OpenedProviders } from './providers/adapter.ts'

export interface BrowserPaymentJobDependencies extends BrowserPaymentDependencies, TokenSaveDependencies {
  /** The names that merchants' links to providers may have. */
  readonly providerNames: Readonly<Record<Provider, readonly string[]>>
  /** What provider adapters have to do from time to time. */
  readonly providerJobs: readonly NonNullable<OpenedProviders['job']>[]
}

export function createBrowserPayments(dependencies: BrowserPaymentJobDependencies) {
  return {
    operations: bindOperations(dependencies, {
      CONFIRM_BROWSER_PAYMENT: confirmBrowserPayment,
      INITIATE_BROWSER_PAYMENT: initiateBrowserPayment,
      PAYMENT_OPTIONS_INQUIRY: paymentOptionsInquiry,
      TOKENIZE_BROWSER_PAYMENT: tokenizeBrowserPayment,
      UPDATE_BROWSER_PAYMENT: updateBrowserPayment,
    }),
    jobs: [
      repeatedJob({
        name: 'check billing agreements',
        everyMs: 1_000,
        due: { kind: 'AGREEMENTS', rows: [dueAgreements] },
        failure: 'checking billing agreements failed; will retry',
        run: ({ onError }) => pollAgreements(dependencies, onError),
      }),
      repeatedJob({
        name: 'read provider events',
        everyMs: 1_000,
        failure: 'reading provider events failed; will retry',
        run: ({ onError }) => readProviderNotices(dependencies.providerNames.PROVIDER_A, dependencies, onError),
      }),
      adapterWork(dependencies),
    ],
  }
}

function adapterWork({ providerJobs }: Pick<BrowserPaymentJobDependencies, 'providerJobs'>): Job {
  return {
    name: 'do the work of provider adapters',
    start(context) {
      const started = providerJobs.map(({ run, everyMs, failure }) =>
        repeatJob(run, { everyMs, onError: errorLogger(context, failure) }),
      )
      return {
        async stop() {
          await Promise.all(started.map((job) => job.stop()))
        },
      }
    },
  }
}
