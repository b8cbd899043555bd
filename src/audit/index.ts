// What the other folders may use of the audit log.
export { type AuditDependencies, type AuditSubject, createAudit } from './create-audit.ts'
export type { RefusedCredentials, RefusedCredentialsCount } from './jobs/audit-refused-credentials.ts'
export { type AuditFault, type AuditReport, verifyAudit } from './operations/verify-audit.ts'
export { type Alert, type AlertSummary, type Alerts, alertKinds } from './ports/alerts.ts'
export type { Audit, AuditAction, AuditEntry, AuditLine, AuditReader, AuditStamp } from './ports/audit.ts'
export { dueAlerts } from './postgres/alerts.ts'
export {
  actorText,
  auditLineJson,
  insertAuditLine,
  subjectText,
  withAuditLine,
  writeAuditLine,
} from './postgres/audit.ts'
export {
  type AlertAction,
  type AlertChange,
  alertActions,
  alertChanges,
  alertFacts,
  alertLinkId,
  alertValueText,
} from './rules/alerts.ts'
export type { ChainEnd } from './rules/audit-chain.ts'
