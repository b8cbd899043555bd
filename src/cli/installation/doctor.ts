// Looks the installation over, and says what is wrong and how to mend it.
import { type Examined, examine, worstOf } from '../../compose/index.ts'
import { command } from '../command.ts'
import { badNews, done } from '../result.ts'
import { pairs, table } from '../table.ts'
import { withConfigured } from '../with-installation.ts'

export const doctor = command({
  name: 'doctor',
  purpose: 'Checks the installation, and says what is wrong and how to mend it.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `OK is as it should be; a WARNING works, and somebody should see to it; WRONG means that payments fail or could be lost,
and the command ends with 1. It changes nothing, and also works while the database is down.`,
  async run(_given, { env }) {
    const checks = await examine(env, (config, work) => withConfigured(config, ({ database }) => work(database)))
    const state = worstOf(checks)
    const end = state === 'WRONG' ? badNews : done
    return end({ state, checks: checks.map(dataOf) }, textOf(checks))
  },
})

function dataOf({ state, mend, ...check }: Examined): object {
  return { ...check, state, ...(isTrouble(state) && { mend }) }
}

function textOf(checks: readonly Examined[]): string {
  const skipped = checks.filter(({ state }) => state === 'SKIPPED')
  const found = table(
    ['CHECK', 'STATE', 'FOUND'],
    checks.filter(({ state }) => state !== 'SKIPPED').map(({ name, state, found }) => [name, state, found]),
  )
  const reasons = Map.groupBy(skipped, (check) => check.found)
  const notLookedAt = [...reasons].map(([why, members]) => [members.map(({ name }) => name).join(', '), why] as const)
  const troubles = checks.filter(({ state }) => isTrouble(state))
  return [
    found,
    ...notLookedAt.map(([names, why]) => `Not looked at, since ${why}: ${names}.`),
    troubles.length === 0
      ? 'Nothing is wrong.'
      : `What to do\n${pairs(troubles.map(({ name, mend }) => [name, mend]))}`,
  ].join('\n\n')
}

function isTrouble(state: Examined['state']): boolean {
  return state === 'WARNING' || state === 'WRONG'
}
