// How the result of the audit log check is shown.
import type { AuditFault, AuditReport } from '../../audit/operations/verify-audit.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import { table, timestampText } from '../table.ts'

export function auditOwnerLabel(merchantId: string): string {
  return merchantId === operatorMerchantId ? 'the operator' : merchantId
}

export function reportData({ merchantId, lines, end, faults, faultCount, waiting }: AuditReport): object {
  const { count, oldestAt, isLate } = waiting
  return {
    merchantId: merchantId === operatorMerchantId ? null : merchantId,
    lines,
    ...(end && { end: `${end.position}:${end.hash}` }),
    faultCount,
    faults: faults.map((fault) => ({ ...faultData(fault), text: faultText(fault) })),
    waiting: { count, ...(oldestAt && { oldestAt: oldestAt.toISOString() }), isLate },
  }
}

function faultData(fault: AuditFault): object {
  if (fault.kind === 'REMOVED') return { kind: fault.kind, from: fault.from, to: fault.to }
  if (!('line' in fault)) return fault
  const { position, auditId, atMicros, actor, action } = fault.line
  const stoodAt = fault.kind === 'REORDERED' ? { stoodAt: fault.stoodAt } : {}
  return { kind: fault.kind, position, auditId, at: timeTextOf(atMicros), actor, action, ...stoodAt }
}

export function reportsText(reports: readonly AuditReport[]): string {
  const counts = table(
    ['AUDIT LOG OF', 'ENTRIES', 'FAULTS', 'NOT CHAINED YET', 'END'],
    reports.map(({ merchantId, lines, faultCount, waiting, end }) => [
      auditOwnerLabel(merchantId),
      ...[lines, faultCount, waiting.count].map(String),
      end ? `${end.position}:${end.hash}` : '',
    ]),
  )
  const found = reports.filter(({ faultCount }) => faultCount > 0).map(foundText)
  const late = reports.filter(({ waiting }) => waiting.isLate).map(lateText)
  const verdict = found.length === 0 ? ['All chained entries are intact.'] : found
  return [counts, ...verdict, ...late].join('\n\n')
}

function foundText({ merchantId, faults, faultCount }: AuditReport): string {
  const rows = faults.map((fault) => [fault.kind, whereText(fault), faultText(fault)])
  const rest = faultCount - faults.length
  const more = rest > 0 ? `\n${rest} more not shown.` : ''
  return `The audit log of ${auditOwnerLabel(merchantId)} has been altered:\n\n${table(['FAULT', 'POSITION', 'WHAT'], rows)}${more}`
}

function lateText({ merchantId, waiting }: AuditReport): string {
  const since = waiting.oldestAt ? ` since ${timestampText(waiting.oldestAt)}` : ''
  const lines = waiting.count === 1 ? '1 entry' : `${waiting.count} entries`
  return `${lines} of ${auditOwnerLabel(merchantId)} not chained yet${since}: start a gateway, or check its log.`
}

function whereText(fault: AuditFault): string {
  if (fault.kind === 'REMOVED') return fault.from === fault.to ? String(fault.from) : `${fault.from}-${fault.to}`
  if ('line' in fault) return String(fault.line.position)
  return fault.kind === 'HEAD_GONE' ? '' : String(fault.position)
}

/** What an auditor needs to investigate: when, who, what. */
function faultText(fault: AuditFault): string {
  switch (fault.kind) {
    case 'REMOVED':
      return removedText(fault)
    case 'ALTERED':
      return `does not match its hash: ${lineText(fault)}`
    case 'REWRITTEN':
      return `does not match the hash in the next entry; it, or entries before it, were rewritten: ${lineText(fault)}`
    case 'DOUBTFUL':
      return `does not match the hash in the altered entry after it: ${lineText(fault)}`
    case 'INSERTED':
      return `does not belong to the chain: ${lineText(fault)}`
    case 'REORDERED':
      return `was at position ${fault.stoodAt}: ${lineText(fault)}`
    case 'HEAD_GONE':
      return 'the end of the chain is missing, so the entries and their number cannot be verified'
    case 'HEAD_ALTERED':
      return 'the end of the chain was not signed by this installation, so the entries cannot be verified'
    case 'NOT_KNOWN':
      return 'is not the entry given by --known'
  }
}

function removedText({ from, to, afterMicros, beforeMicros }: Extract<AuditFault, { kind: 'REMOVED' }>): string {
  const what = from === to ? 'an entry is missing' : `${to - from + 1} entries are missing`
  const after = afterMicros === undefined ? '' : `, after the one of ${timeTextOf(afterMicros)}`
  const before = beforeMicros === undefined ? '' : `, before the one of ${timeTextOf(beforeMicros)}`
  return `${what}${after}${before}`
}

function lineText({ line }: Extract<AuditFault, { readonly line: unknown }>): string {
  return `${timeTextOf(line.atMicros)} ${line.actor} ${line.action} (audit_id ${line.auditId})`
}

/** A tampered value may not be a valid time. */
function timeTextOf(micros: string): string {
  const time = new Date(Number(micros) / 1_000)
  return Number.isNaN(time.getTime()) ? micros : timestampText(time)
}
