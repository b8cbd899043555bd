// A process of a run: runs one suite after another, as it is given them. What one suite has loaded and compiled is there for the next.
import { relative, resolve } from 'node:path'
import { inspect } from 'node:util'
import { endBrowser } from '../support/browser/browser.ts'
import { withoutCluster } from '../support/gateway/citus.ts'
import { dropTestDatabases } from '../support/gateway/database.ts'
import { stopSharedGateways } from '../support/gateway/shared-gateway.ts'
import { declareFiles } from './files.ts'
import type { ToProcess } from './messages.ts'
import { send, untilDone } from './reporter.ts'
import { noteSenders } from './statement-senders.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** How long a process may live on when all of its tests are done. */
const endsWithinMs = 10_000

let isEnding = false

if (!withoutCluster) noteSenders()
// The run has ended before this process.
process.once('disconnect', () => isEnding || process.exit(1))
process.on('message', ({ files }: ToProcess) => void (files.length > 0 ? runSuite(files) : end()))
send({ kind: 'FREE' })

async function runSuite(files: readonly string[]): Promise<void> {
  const done = untilDone(files.map((file) => relative(root, file)))
  await declareFiles(files)
  await done
  await cleanUp('the gateways that the files of a suite share', stopSharedGateways)
  await cleanUp('the databases of a suite', dropTestDatabases)
  send({ kind: 'FREE' })
}

async function end(): Promise<void> {
  isEnding = true
  await cleanUp('the browser', endBrowser)
  process.disconnect?.()
  setTimeout(endStuckProcess, endsWithinMs).unref()
}

async function cleanUp(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    send({ kind: 'FAILURE', failure: { name: `${what} ended badly`, place: 'after all tests', text: inspect(error) } })
  }
}

/** Something that a test has left open would keep the process, and the whole run, alive for ever. */
function endStuckProcess(): void {
  console.error(`the process does not end by itself; still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}
