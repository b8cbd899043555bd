// The jobs that chain the audit, and that keep up with the keys that vouch for it and for rights.
import { chainAudit, renewHeads } from '../../audit/jobs/chain-audit.ts'
import { repeatedJob } from './job.ts'

const chainFailure = 'audit log entries could not be chained; see "tollgate audit verify"'
/** Keys rotate seldom, and a head that waits for its new one is still a good one. */
const renewEveryMs = 60_000

export const auditChaining = repeatedJob({
  name: 'chain audit log entries',
  everyMs: 1_000,
  work: 'AUDIT',
  failure: chainFailure,
  prepare:
    ({ ports }, onError) =>
    () =>
      chainAudit(ports, onError),
})

export const auditHeadRenewal = repeatedJob({
  name: 'seal the ends of audit chains under the current key',
  everyMs: renewEveryMs,
  failure: chainFailure,
  prepare:
    ({ ports }, onError) =>
    () =>
      renewHeads(ports, onError),
})

export const rightsRenewal = repeatedJob({
  name: 'seal permissions under the current key',
  everyMs: renewEveryMs,
  failure: 'permissions could not be sealed under the new key; will retry',
  prepare:
    ({ rights }) =>
    () =>
      rights.renewAll(),
})

export const linkSealRenewal = repeatedJob({
  name: 'seal acquirer links for outages of the node that has their first seal',
  everyMs: renewEveryMs,
  failure: 'acquirer links could not be sealed; will retry',
  prepare:
    ({ renewLinkSeal }) =>
    () =>
      renewLinkSeal(),
})

export const credentialRefusalAudit = repeatedJob({
  name: 'write rejected credentials to the audit log',
  everyMs: 10_000,
  failure: 'rejected credentials could not be written to the audit log; will retry',
  prepare: ({ refusedCredentials }) => refusedCredentials.write,
})
