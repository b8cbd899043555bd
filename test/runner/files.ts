// Runs test files one after the other in this process, each as a suite named after its file.
import { relative, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

import { endBrowser } from '../support/browser/browser.ts'
import { withoutCluster } from '../support/gateway/citus.ts'
import { dropTestDatabases } from '../support/gateway/database.ts'
import { stopSharedGateways } from '../support/gateway/shared-gateway.ts'
import { unwatchPromises } from './promise-hooks.ts'
import { noteSenders } from './statement-senders.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** How long a process may live on when all of its tests are done. */
const endsWithinMs = 10_000

/** Something that a test has left open would keep the process, and the whole run, alive for ever. */
function endStuckProcess(): void {
  console.error(`the process does not end by itself; still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}

export async function runFiles(files: readonly string[]): Promise<void> {
  if (!withoutCluster) noteSenders()
  after(async () => {
    await endBrowser()
    await stopSharedGateways()
    await dropTestDatabases()
    setTimeout(endStuckProcess, endsWithinMs).unref()
  })
  for (const file of files) {
    const { promise: loaded, resolve: finish } = Promise.withResolvers<void>()
    // The runner finds the suite that a test belongs to by the chain of asynchronous calls, so that only one file may be
    // loading at a time.
    describe(relative(root, file), async () => {
      try {
        await import(pathToFileURL(file).href)
        // After those of the file, which may still need them.
        after(dropTestDatabases)
      } finally {
        finish()
      }
    })
    await loaded
  }
  unwatchPromises()
}
