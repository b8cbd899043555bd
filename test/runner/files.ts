// Runs test files one after the other in this process, each as a suite named after its file.
import { relative, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

import { stopSharedGateways } from '../support/gateway/shared-gateway.ts'

const root = resolve(import.meta.dirname, '..', '..')

export async function runFiles(files: readonly string[]): Promise<void> {
  after(stopSharedGateways)
  for (const file of files) {
    const { promise: loaded, resolve: finish } = Promise.withResolvers<void>()
    // The runner finds the suite that a test belongs to by the chain of asynchronous calls, so that only one file may be
    // loading at a time.
    describe(relative(root, file), async () => {
      try {
        await import(pathToFileURL(file).href)
      } finally {
        finish()
      }
    })
    await loaded
  }
}
