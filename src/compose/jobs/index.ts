// The background jobs of a gateway: one line each.
import type { RepeatedJob } from '../../platform/jobs/repeat.ts'
import { alertQueueing, alertSummary, attentionQueueing } from './alerts.ts'
import { auditChaining, auditHeadRenewal, credentialRefusalAudit, linkSealRenewal, rightsRenewal } from './audit.ts'
import { controlComparison } from './controls.ts'
import { countExchange, expiredCountDeletion } from './counts.ts'
import { openDueWork } from './due-work.ts'
import { eventSequencing } from './events.ts'
import type { Job, JobContext } from './job.ts'
import { keyRotation, oldAccountErasure } from './keys.ts'
import { linkRefresh, messageWriting, oldMessageDeletion, responseCounting } from './links.ts'
import { oldMailDeletion, paymentLinkEmailSending, receiptSending, userEmailSending } from './mails.ts'
import { notificationCount, notificationDelivery, oldNotificationDeletion } from './notifications.ts'
import { expiredSessionDeletion, recovery, reversals, unresolvedItemsCount } from './payments.ts'
import { providerAdapterWork } from './providers.ts'
import { searchLag, searchProjection } from './search.ts'
import { batchClosing } from './settlement.ts'
import {
  agreementPolling,
  cardMaintenance,
  providerNotices,
  recurringStop,
  schemeTokenDeletion,
  schemeTokenRequests,
  tokenNotices,
  tokenServiceNotices,
  tokenUses,
} from './tokens.ts'
import { clockReading, credentialUses, expiredConsoleSessionDeletion } from './users.ts'

export const jobs: readonly Job[] = [
  recovery,
  reversals,
  unresolvedItemsCount,
  batchClosing,
  linkRefresh,
  messageWriting,
  responseCounting,
  oldMessageDeletion,
  recurringStop,
  tokenUses,
  expiredSessionDeletion,
  schemeTokenRequests,
  schemeTokenDeletion,
  cardMaintenance,
  agreementPolling,
  providerNotices,
  tokenServiceNotices,
  tokenNotices,
  expiredConsoleSessionDeletion,
  clockReading,
  credentialUses,
  eventSequencing,
  auditChaining,
  auditHeadRenewal,
  rightsRenewal,
  linkSealRenewal,
  credentialRefusalAudit,
  countExchange,
  expiredCountDeletion,
  searchProjection,
  searchLag,
  notificationDelivery,
  notificationCount,
  oldNotificationDeletion,
  receiptSending,
  paymentLinkEmailSending,
  controlComparison,
  alertQueueing,
  alertSummary,
  attentionQueueing,
  userEmailSending,
  oldMailDeletion,
  providerAdapterWork,
  keyRotation,
  oldAccountErasure,
]

export async function startJobs(context: Omit<JobContext, 'lanes' | 'dueWork'>): Promise<RepeatedJob> {
  const started: RepeatedJob[] = []
  const lanes: JobContext['lanes'] = []
  const dueWork = openDueWork(context)
  for (const job of jobs) started.push(await job.start({ ...context, dueWork, lanes }))
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()))
    },
  }
}
