#!/usr/bin/env node
// The operator's command. The source needs a newer Node than the machine may have, so this file is plain JavaScript for
// Node 20, and hands over to the Node that `npm ci` has brought.
import { fileURLToPath } from 'node:url'
import { handOver, isOwnNode, keepCompiled } from './own-node.js'

const file = fileURLToPath(import.meta.url)

if (isOwnNode()) {
  keepCompiled()
  await import('../src/cli/main.ts')
} else {
  handOver(file, process.argv.slice(2))
}
