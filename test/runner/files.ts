// Runs test files one after the other in this process, each as a suite named after its file.
import { relative, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { dropTestDatabases } from '../support/gateway/database.ts'
import { unwatchPromises, watchPromises } from './promise-hooks.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** Resolves when all are declared. By then the first are running. */
export async function declareFiles(files: readonly string[]): Promise<void> {
  watchPromises()
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
