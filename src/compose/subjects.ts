// Creates the subjects, lowest first, and what the faces ask them by.

import { createAcquirers } from '../acquirers/create-acquirers.ts'
import { createAlerts } from '../alerts/create-alerts.ts'
import { type AuditSubject, createAudit } from '../audit/create-audit.ts'
import { createBrowserPayments } from '../browser-payments/create-browser-payments.ts'
import { createCheckout } from '../checkout/create-checkout.ts'
import { createEvents } from '../events/create-events.ts'
import { createKeys } from '../keys/create-keys.ts'
import { createMerchants } from '../merchants/create-merchants.ts'
import { createPayerAuthentication } from '../payer-authentication/create-payer-authentication.ts'
import { createPaymentLinks } from '../payment-links/create-payment-links.ts'
import { createPayments } from '../payments/create-payments.ts'
import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import { createRequests, type Requests } from '../requests/create-requests.ts'
import { createRisk } from '../risk/create-risk.ts'
import { createSearch } from '../search/create-search.ts'
import { createSessions } from '../sessions/create-sessions.ts'
import { createSettlement } from '../settlement/create-settlement.ts'
import { createTokens } from '../tokens/create-tokens.ts'
import { createUsers } from '../users/create-users.ts'
import type { SubjectDependencies } from './dependencies.ts'

export interface Subjects {
  readonly requests: Requests
  readonly refusedCredentials: AuditSubject['refusedCredentials']
  readonly jobs: readonly Job[]
}

export function createSubjects(dependencies: SubjectDependencies): Subjects {
  const audit = createAudit(dependencies)
  const keys = createKeys(dependencies)
  const risk = createRisk(dependencies)
  const merchants = createMerchants(dependencies)
  const users = createUsers(dependencies)
  const alerts = createAlerts(dependencies)
  const payments = createPayments(dependencies)
  const settlement = createSettlement(dependencies)
  const sessions = createSessions(dependencies)
  const tokens = createTokens(dependencies)
  const events = createEvents(dependencies)
  const payerAuthentication = createPayerAuthentication(dependencies)
  const browserPayments = createBrowserPayments(dependencies)
  const acquirers = createAcquirers(dependencies)
  const paymentLinks = createPaymentLinks(dependencies)
  const checkout = createCheckout(dependencies)
  const search = createSearch(dependencies)

  const operations = {
    ...payments.operations,
    ...settlement.operations,
    ...sessions.operations,
    ...tokens.operations,
    ...events.operations,
    ...payerAuthentication.operations,
    ...browserPayments.operations,
    ...paymentLinks.operations,
    ...checkout.operations,
  }
  return {
    requests: createRequests(operations, dependencies),
    refusedCredentials: audit.refusedCredentials,
    jobs: [
      clockReading(dependencies),
      ...payments.jobs,
      ...settlement.jobs,
      ...acquirers.jobs,
      ...tokens.jobs,
      ...browserPayments.jobs,
      ...checkout.jobs,
      ...paymentLinks.jobs,
      ...users.jobs,
      ...merchants.jobs,
      ...events.jobs,
      ...audit.jobs,
      ...risk.jobs,
      ...search.jobs,
      ...alerts.jobs,
      ...keys.jobs,
    ],
  }
}

function clockReading({ databaseClock }: Pick<SubjectDependencies, 'databaseClock'>): Job {
  return repeatedJob({
    name: "compare with the database's clock",
    everyMs: 10_000,
    failure: "the database's clock could not be read; will retry",
    run: () => databaseClock.read(),
  })
}
