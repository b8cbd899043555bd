#!/usr/bin/env node
// The operator's command. The source needs a newer Node than the machine may have, so this file is plain JavaScript for
// Node 20, and hands over to the Node that `npm ci` has brought.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver, isOwnNode } from './own-node.js'

const file = fileURLToPath(import.meta.url)

if (isOwnNode()) {
  // Half of the time of a short command goes into reading the source; not in the system's folder for temporary files,
  // where others could leave something for us to run.
  module.enableCompileCache(join(dirname(dirname(file)), 'node_modules', '.cache', 'tollgate'))
  await import('../src/cli/main.ts')
} else {
  handOver(file, process.argv.slice(2))
}
