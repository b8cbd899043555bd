// Commands that an operator runs on an installation: migrations, its doctor, the search index, the console's build,
// its version.
import packageManifest from '../../../package.json' with { type: 'json' }
import { migrateInstallation } from '../../compose/index.ts'
import { buildConsole } from '../../console/index.ts'
import { versions } from '../../contract/operation.ts'
import { type CheckResult, runChecks, worstState } from '../../installation/index.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { refuseUnusableSchema } from '../prepare-schema.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { flag, optionalArgument } from '../rows.ts'
import { pairs, table } from '../table.ts'
import { openProgressReporter } from '../terminal.ts'
import { withConfig, withInstallation, withOperations } from '../with-installation.ts'

export const migrateCommand = command({
  name: 'migrate',
  purpose: 'Migrates the database to the schema of this release and prints the migrations it applied.',
  arguments: {},
  options: {
    contract: flag('Also removes what only the previous release needs: when none of its processes is running.'),
  },
  example: '',
  run: ({ contract: isContracting }, context) =>
    withInstallation(context, async (installation, config) => {
      await refuseUnusableSchema(config, installation)
      const applied = await migrateInstallation(installation, isContracting ? { isContracting } : {})
      return commandDone({ applied }, applied.length === 0 ? 'Nothing to do.' : applied.join('\n'))
    }),
})

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
  return { ...check, state, mend: isTrouble(state) ? mend : undefined }
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

export const projectionRebuild = command({
  name: 'projection rebuild',
  purpose: 'Rebuilds the search and reporting index from events; queries use the existing index until it is ready.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {},
  example: 'SHOP1',
  notes: () => 'Without a merchant, rebuilds all merchants one after the other. Payments continue meanwhile.',
  run: ({ merchantId }, context) =>
    withOperations(context, async ({ dependencies: { projection }, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const named = merchantId === undefined ? (await merchants.list()).map(({ id }) => id) : [merchantId]
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      const rebuilt: { readonly merchantId: string; readonly entries: number }[] = []
      for (const id of named) {
        let entries = 0
        const result = await projection.rebuild(id, ({ done: taken, total }) => {
          entries = taken
          reporter.report({ what: `Indexing ${id}`, done: taken, total })
        })
        if (result === 'LOCKED')
          return commandRefused(`Another process is already rebuilding ${id}; nothing was changed.`)
        rebuilt.push({ merchantId: id, entries })
      }
      reporter.end()
      const rows = rebuilt.map(({ merchantId: id, entries }) => [id, String(entries)])
      return commandDone({ merchants: rebuilt }, table(['MERCHANT', 'FEED ENTRIES'], rows))
    }),
})

export const consoleBuild = command({
  name: 'console build',
  purpose: "Builds the console's pages for a release unless such a build of the current sources exists.",
  arguments: {},
  options: {},
  example: '',
  notes:
    () => `The sandbox does this automatically when it starts. For production it is a step of the release: it needs the
packages that "npm ci" installs without --omit=dev, and writes to the folder build, which the gateway serves
at /console.`,
  run: async () => {
    const { isNew, folder } = await buildConsole()
    return commandDone({ isNew, folder }, isNew ? `Built in ${folder}.\n` : `Already built in ${folder}.\n`)
  },
})

export const versionCommand = command({
  name: 'version',
  purpose: 'Prints the release, the Node version and the supported API versions.',
  arguments: {},
  options: {},
  example: '',
  notes: () => '"npx tollgate --version" prints the release only.',
  async run() {
    const { version } = packageManifest
    const { node } = process.versions
    const api = { oldest: versions.oldest, newest: versions.newest }
    const machine = `${process.platform}-${process.arch}`
    return commandDone(
      { version, node, machine, api },
      pairs([
        ['Tollgate', version],
        ['Node', `${node} (${machine})`],
        ['API', `versions ${api.oldest} to ${api.newest}`],
      ]),
    )
  },
})
