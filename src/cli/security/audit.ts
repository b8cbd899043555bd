// Commands that list the audit log and verify its seals.
import {
  type AuditAction,
  type AuditFault,
  type AuditLine,
  type AuditReport,
  type ChainEnd,
  verifyAudit,
} from '../../audit/index.ts'
import { string } from '../../contract/field-types.ts'
import { FieldError } from '../../contract/row.ts'
import { operatorMerchantId as operatorId, operatorMerchantId } from '../../kernel/user.ts'
import { command } from '../command.ts'
import { merchantIdArgument, sinceOption, unknownMerchant, untilOption, wholeNumber } from '../options.ts'
import { commandDone, doneWithProblems, usageError } from '../result.ts'
import { flag, optionalArgument, textValue, type ValueRow } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { openProgressReporter } from '../terminal.ts'
import { withOperations } from '../with-installation.ts'

/** How the result of the audit log check is shown. */
export function auditOwnerLabel(merchantId: string): string {
  return merchantId === operatorMerchantId ? 'the operator' : merchantId
}

function reportData({ merchantId, lines, end, faults, faultCount, waiting }: AuditReport): object {
  const { count, oldestAt, isLate } = waiting
  return {
    merchantId: merchantId === operatorMerchantId ? null : merchantId,
    lines,
    end: end && `${end.position}:${end.hash}`,
    faultCount,
    faults: faults.map((fault) => ({ ...faultData(fault), text: faultText(fault) })),
    waiting: { count, oldestAt: oldestAt?.toISOString(), isLate },
  }
}

function faultData(fault: AuditFault): object {
  if (fault.kind === 'REMOVED') return { kind: fault.kind, from: fault.from, to: fault.to }
  if (!('line' in fault)) return fault
  const { position, auditId, atMicros, actor, action } = fault.line
  const stoodAt = fault.kind === 'REORDERED' ? { stoodAt: fault.stoodAt } : {}
  return { kind: fault.kind, position, auditId, at: timeTextOf(atMicros), actor, action, ...stoodAt }
}

function reportsText(reports: readonly AuditReport[]): string {
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

const usualLimit = 50
const subjectWidth = 100

const actionOption: ValueRow<AuditAction> = {
  kind: 'VALUE',
  placeholder: '<ACTION>',
  description: 'Only entries with this action, such as ORDER_REVIEWED.',
  parse: (text) =>
    /^[A-Z_]{1,64}$/.test(text) ? (text as AuditAction) : new FieldError('must look like ORDER_REVIEWED'),
}

export const auditList = command({
  name: 'audit list',
  purpose: 'Lists audit log entries, newest first: those of a merchant, or the operator’s own.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {
    operator: flag("Entries that concern no single merchant: the operator's keys, users and rules."),
    actor: textValue(string(1, 256), '<name>', 'Only entries of this user or API client.'),
    action: actionOption,
    since: sinceOption,
    until: untilOption,
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${usualLimit}).`),
    after: textValue(string(1, 64), '<place>', 'Continues after the previous page, with the value that it printed.'),
  },
  example: 'SHOP1 --action ORDER_REVIEWED --since 30d',
  notes: () => 'Use --json to see each subject in full.',
  async run({ merchantId, operator, limit = usualLimit, after, since, until, ...only }, context) {
    if ((merchantId === undefined) === (operator === undefined))
      return usageError('Give either a merchant or --operator.')

    return withOperations(context, async ({ dependencies, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const wanted = {
        merchantId: merchantId ?? operatorId,
        ...only,
        from: since,
        to: until,
      }
      const page = await dependencies.auditReader.list(wanted, { limit, after })
      if (!page) return usageError(`--after is not a value printed by a previous page.`)
      const more = page.next === undefined ? '' : `\n\nMore results: --after ${page.next}`
      return commandDone(
        { lines: page.rows.map(lineData), next: page.next },
        page.rows.length === 0 ? 'No audit log entries.' : `${linesText(page.rows)}${more}`,
      )
    })
  },
})

function lineData({ merchantId: _, at, ...line }: AuditLine): object {
  return { ...line, at: at.toISOString() }
}

function linesText(lines: readonly AuditLine[]): string {
  return table(
    ['POSITION', 'TIME', 'ACTOR', 'ACTION', 'SUBJECT'],
    lines.map(({ position, at, actor, action, subject }) => [
      position === undefined ? 'not yet' : String(position),
      timestampText(at),
      actor,
      action,
      cut(JSON.stringify(subject)),
    ]),
  )
}

function cut(subject: string): string {
  return subject.length <= subjectWidth ? subject : `${subject.slice(0, subjectWidth - 1)}…`
}

const knownOption: ValueRow<ChainEnd> = {
  kind: 'VALUE',
  placeholder: '<lines:hash>',
  description:
    'The end of the chain printed by an earlier check, kept out of reach of anyone who can write to the database.',
  parse(text) {
    const [, position, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
    return position && hash
      ? { position: Number(position), hash }
      : new FieldError('must be a count, a colon and 64 hex digits')
  },
}

export const auditVerify = command({
  name: 'audit verify',
  purpose: 'Verifies the audit log and reports every entry that was removed, altered, moved or inserted.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {
    operator: flag("Only the operator's own entries."),
    all: flag('All audit logs (default).'),
    known: knownOption,
  },
  example: 'SHOP1',
  notes: () =>
    `A running gateway chains entries within a second or two; entries not chained yet are counted and are not an
error, unless they wait for minutes. Exits with 1 if any error is found. What is detected and what is not:
docs/guides/audit.md.`,
  async run({ merchantId, operator, all, known }, context) {
    const chosen = [merchantId, operator, all].filter((each) => each !== undefined)
    if (chosen.length > 1) return usageError('A merchant, --operator and --all cannot be combined.')
    const one = operator ? operatorId : merchantId
    if (known && one === undefined) return usageError('--known requires a merchant or --operator.')

    return withOperations(context, async ({ dependencies, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const progress = openProgressReporter(context.isJson, context.terminal.stderr)
      const reports: AuditReport[] = []
      // The operator's own chain is always checked: it records the start of all others.
      const names = one === undefined ? new Set([operatorId, ...(await dependencies.auditChain.merchants())]) : [one]
      for (const name of names) {
        const onProgress = (count: number, total: number) =>
          progress.report({ what: `Verifying the audit log of ${auditOwnerLabel(name)}`, done: count, total })
        reports.push(await verifyAudit(name, dependencies, { onProgress, known }))
      }
      progress.end()
      const isWrong = reports.some(({ faultCount, waiting }) => faultCount > 0 || waiting.isLate)
      const data = { isAsWritten: reports.every(({ faultCount }) => faultCount === 0), audits: reports.map(reportData) }
      return (isWrong ? doneWithProblems : commandDone)(data, reportsText(reports))
    })
  },
})
