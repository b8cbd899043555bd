// Shows who did what: the entries of the audit log, newest first.
import type { AuditAction, AuditLine } from '../../audit/ports/audit.ts'
import { string } from '../../contract/field-types.ts'
import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { operatorMerchantId as operatorId } from '../../kernel/user.ts'
import { command } from '../command.ts'
import { merchantIdArgument, sinceOption, unknownMerchant, untilOption, wholeNumber } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { type ValueRow, flag, optionalArgument, textValue } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'

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

    return withOperations(context, async ({ ports, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const wanted = {
        merchantId: merchantId ?? operatorId,
        ...only,
        ...omitUndefined({ from: since, to: until }),
      }
      const page = await ports.auditReader.list(wanted, { limit, ...omitUndefined({ after }) })
      if (!page) return usageError(`--after is not a value printed by a previous page.`)
      const more = page.next === undefined ? '' : `\n\nMore results: --after ${page.next}`
      return commandDone(
        { lines: page.rows.map(lineData), ...omitUndefined({ next: page.next }) },
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
