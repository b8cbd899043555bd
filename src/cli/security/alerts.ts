// Lists what the operator's users were alerted to, newest first.
import { type Alert, alertChanges, alertFacts, alertLinkId, alertValueText } from '../../audit/index.ts'
import { string } from '../../contract/field-types.ts'
import { command } from '../command.ts'
import { sinceOption, untilOption, wholeNumber } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { flag, textValue } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'
import { auditOwnerLabel } from './audit.ts'

const usualLimit = 50
const changesWidth = 100

export const alertList = command({
  name: 'alert list',
  purpose: 'Lists alerts of all merchants and of the operator, newest first.',
  arguments: {},
  options: {
    weakened: flag('Only alerts about controls that protect less than before.'),
    since: sinceOption,
    until: untilOption,
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${usualLimit}).`),
    after: textValue(string(1, 120), '<place>', 'Continues after the previous page, with the value that it printed.'),
  },
  example: '--weakened --since 30d',
  notes: () => 'Use --json to see each subject in full.',
  run: ({ weakened, limit = usualLimit, after, since, until }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const filter = { kind: weakened ? ('WEAKENED' as const) : undefined, from: since, to: until }
      const page = await dependencies.alerts.list(filter, { limit, after })
      if (!page) return usageError('--after is not a value printed by a previous page.')
      const more = page.next === undefined ? '' : `\n\nMore results: --after ${page.next}`
      return commandDone(
        { alerts: page.rows.map(alertData), next: page.next },
        page.rows.length === 0 ? 'No alerts.' : `${alertsText(page.rows)}${more}`,
      )
    }),
})

function alertData({ at, ...alert }: Alert): object {
  return { ...alert, at: at.toISOString() }
}

function alertsText(alerts: readonly Alert[]): string {
  return table(
    ['TIME', 'ACTOR', 'ALERT', 'ABOUT', 'CHANGES'],
    alerts.map(({ at, actor, action, merchantId, subject }) => [
      timestampText(at),
      actor,
      action,
      alertLinkId(subject) ?? auditOwnerLabel(merchantId),
      changesText(subject),
    ]),
  )
}

function changesText(subject: object): string {
  const changes = alertChanges(subject).map(
    ({ name, before, after }) => `${name} ${alertValueText(before) || 'none'} → ${alertValueText(after) || 'none'}`,
  )
  const facts = alertFacts(subject).map(([name, value]) => `${name} ${alertValueText(value)}`)
  const text = [...facts, ...changes].join(', ')
  return text.length <= changesWidth ? text : `${text.slice(0, changesWidth - 1)}…`
}
