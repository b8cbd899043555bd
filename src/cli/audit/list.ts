// Shows who did what: the lines of the audit, newest first.
import { string } from '../../contract/field-types.ts'
import { FieldError } from '../../contract/row.ts'
import { operatorMerchantId as operatorId } from '../../domain/users/user.ts'
import type { AuditAction, AuditLine } from '../../ports/audit/audit.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { timestampText } from '../merchant/view.ts'
import { commandDone, usageError } from '../result.ts'
import { flag, optionalArgument, textValue, type ValueRow } from '../rows.ts'
import { table } from '../table.ts'
import { sinceOption, untilOption, wholeNumber } from '../webhook/options.ts'
import { withOperations } from '../with-installation.ts'

const usualLimit = 50
const subjectWidth = 100

const actionOption: ValueRow<AuditAction> = {
  kind: 'value',
  placeholder: '<ACTION>',
  description: 'Only this, such as ORDER_REVIEWED.',
  parse: (given) =>
    /^[A-Z_]{1,64}$/.test(given) ? (given as AuditAction) : new FieldError('must look like ORDER_REVIEWED'),
}

export const auditList = command({
  name: 'audit list',
  purpose: 'Shows who did what when, newest first: a merchant’s lines, or the operator’s own.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {
    operator: flag('What is of no single merchant: keys, people and rules of the operator.'),
    actor: textValue(string(1, 256), '<name>', 'Only what this person or program did.'),
    action: actionOption,
    since: sinceOption,
    until: untilOption,
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `At most so many; at first ${usualLimit}.`),
    after: textValue(string(1, 64), '<place>', 'Goes on where the page before ended, which said how.'),
  },
  example: 'SHOP1 --action ORDER_REVIEWED --since 30d',
  notes: () => '--json shows each subject as a whole.',
  async run({ merchantId, operator, limit = usualLimit, after, since, until, ...only }, surroundings) {
    if ((merchantId === undefined) === (operator === undefined))
      return usageError('Give either a merchant or --operator.')

    return withOperations(surroundings, async ({ ports, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const wanted = {
        merchantId: merchantId ?? operatorId,
        ...only,
        ...(since && { from: since }),
        ...(until && { to: until }),
      }
      const page = await ports.auditReader.list(wanted, { limit, ...(after !== undefined && { after }) })
      if (!page) return usageError(`--after is not what a page said.`)
      const more = page.next === undefined ? '' : `\n\nThere are more: --after ${page.next}`
      return commandDone(
        { lines: page.rows.map(lineData), ...(page.next !== undefined && { next: page.next }) },
        page.rows.length === 0 ? 'No lines.' : `${linesText(page.rows)}${more}`,
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
