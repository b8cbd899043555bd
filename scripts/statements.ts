// `TEST_CITUS=<URLs of the nodes> npm run statements`: runs the end-to-end tests and those of adapters on a cluster, records every
// statement that the gateway sends, plans and runs each again on a clean database of the cluster, and writes the list. With
// `--keep FOLDER` the recording stays there, and words name the tests to be run; `--from FOLDER` makes the list of recordings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { citusNodes, onTemplateCopy } from '../test/support/gateway/citus.ts'
import { type ReplayedStatement, readRecorded, replay, statementList, statementListFile } from './statements/replay.ts'

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, keep: { type: 'string' } },
  allowPositionals: true,
})

if (citusNodes().length === 0)
  throw new Error('TEST_CITUS names no cluster; see docs/operating/distributed-postgresql.md')

const folder = values.from ?? values.keep ?? mkdtempSync(join(tmpdir(), 'statements-'))
mkdirSync(folder, { recursive: true })
if (values.from === undefined) await runTests(positionals.length > 0 ? positionals : ['test/'])

const replayed = await onTemplateCopy((url) => replay(url, readRecorded(folder)))
if (values.from === undefined && values.keep === undefined) rmSync(folder, { recursive: true })
writeFileSync(statementListFile, statementList(replayed))
report(replayed)

async function runTests(wanted: readonly string[]): Promise<void> {
  const record = pathToFileURL(resolve(import.meta.dirname, 'statements', 'record.js')).href
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../bin/run.js'), 'test/run.ts', ...wanted], {
    stdio: 'inherit',
    env: { ...process.env, TOLLGATE_RECORD_STATEMENTS: resolve(folder), NODE_OPTIONS: `--import ${record}` },
  })
  await once(child, 'exit')
}

function report(statements: readonly ReplayedStatement[]): void {
  const classes = Map.groupBy(statements, ({ plan }) => (plan.isRefused ? 'refused' : plan.name.replace(/,.*/, '')))
  for (const [name, members] of classes) console.log(`${String(members.length).padStart(5)} ${name}`)
  const refused = statements.filter(({ plan }) => plan.isRefused)
  for (const { source, plan, form } of refused) console.log(`\n${source}: ${plan.name}\n  ${form}`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
