// Checks the installation, and reports what is wrong and how to fix it.
import { type CheckResult, runChecks, worstState } from '../../installation/doctor/run-checks.ts'
import { command } from '../command.ts'
import { commandDone, doneWithProblems } from '../result.ts'
import { pairs, table } from '../table.ts'
import { withConfig } from '../with-installation.ts'

export const doctor = command({
  name: 'doctor',
  purpose: 'Checks the installation, and reports problems and how to fix them.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `OK: no problem found. WARNING: works, but needs attention. WRONG: payments fail or could be lost, and the
command exits with 1. The command changes nothing, and also works while the database is down.`,
  async run(_given, { env }) {
    const checks = await runChecks(env, (config, work) => withConfig(config, ({ database }) => work(database)))
    const state = worstState(checks)
    const end = state === 'WRONG' ? doneWithProblems : commandDone
    return end({ state, checks: checks.map(dataOf) }, textOf(checks))
  },
})

function dataOf({ state, mend, ...check }: CheckResult): object {
  return { ...check, state, ...(isTrouble(state) && { mend }) }
}

function textOf(checks: readonly CheckResult[]): string {
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
    ...notLookedAt.map(([names, why]) => `Skipped (${why}): ${names}.`),
    troubles.length === 0
      ? 'No problems found.'
      : `What to do\n${pairs(troubles.map(({ name, mend }) => [name, mend]))}`,
  ].join('\n\n')
}

function isTrouble(state: CheckResult['state']): boolean {
  return state === 'WARNING' || state === 'WRONG'
}
