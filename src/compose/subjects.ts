// Creates the subjects, lowest first, and what the faces ask them by.

import { createAcquirers } from '../acquirers/index.ts'
import { createAlerts } from '../alerts/index.ts'
import { type AuditSubject, createAudit } from '../audit/index.ts'
import { createBrowserPayments } from '../browser-payments/index.ts'
import { createCheckout } from '../checkout/index.ts'
import { createEvents } from '../events/index.ts'
import { createKeys } from '../keys/index.ts'
import { createMerchants } from '../merchants/index.ts'
import { createPayerAuthentication } from '../payer-authentication/index.ts'
import { createPaymentLinks } from '../payment-links/index.ts'
import { createPayments } from '../payments/index.ts'
import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import { createRequests, type Requests } from '../requests/index.ts'
import { createRisk } from '../risk/index.ts'
import { createSearch } from '../search/index.ts'
import { createSessions } from '../sessions/index.ts'
import { createSettlement } from '../settlement/index.ts'
import { createTokens } from '../tokens/index.ts'
import { createUsers } from '../users/index.ts'
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
