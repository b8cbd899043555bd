// Checks that no entry of the audit log was removed, altered or moved, and reports which if one was.

import { type AuditReport, verifyAudit } from '../../audit/operations/verify-audit.ts'
import type { ChainEnd } from '../../audit/rules/audit-chain.ts'
import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { operatorMerchantId as operatorId } from '../../kernel/user.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { openProgressReporter } from '../progress.ts'
import { commandDone, doneWithProblems, usageError } from '../result.ts'
import { flag, optionalArgument, type ValueRow } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { auditOwnerLabel, reportData, reportsText } from './view.ts'

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

    return withOperations(context, async ({ ports, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const progress = openProgressReporter(context.isJson, context.terminal.stderr)
      const reports: AuditReport[] = []
      // The operator's own chain is always checked: it records the start of all others.
      const names = one === undefined ? new Set([operatorId, ...(await ports.auditChain.merchants())]) : [one]
      for (const name of names) {
        const onProgress = (count: number, total: number) =>
          progress.report({ what: `Verifying the audit log of ${auditOwnerLabel(name)}`, done: count, total })
        reports.push(await verifyAudit(name, ports, { onProgress, ...omitUndefined({ known }) }))
      }
      progress.end()
      const isWrong = reports.some(({ faultCount, waiting }) => faultCount > 0 || waiting.isLate)
      const data = { isAsWritten: reports.every(({ faultCount }) => faultCount === 0), audits: reports.map(reportData) }
      return (isWrong ? doneWithProblems : commandDone)(data, reportsText(reports))
    })
  },
})
