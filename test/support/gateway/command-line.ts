// The operator's command, run as an operator does: a process of its own that is judged by what it prints and returns.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { repository } from './process.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** The document that --json has printed; fails the test when the output is anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members whose shape it is about to check
  readonly json: any
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Pretends that the machine has a Node as old as 20.0.0. */
  readonly isNodeOld?: boolean
}

// Only this process is deceived: options of Node itself are not handed on.
const oldNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.0.0'}})`

export function launch(words: readonly string[], { env = {}, cwd = repository, isNodeOld = false }: RunOptions = {}) {
  const options = isNodeOld ? ['--import', oldNode] : []
  return spawn(process.execPath, [...options, `${repository}/bin/tollgate.js`, ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of the developer's own settings: a DATABASE_URL, say.
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  })
}

export async function tollgate(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = launch(words, options)
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  const [code, signal] = await once(child, 'close')
  return {
    code,
    signal,
    ...printed,
    get json() {
      return JSON.parse(printed.stdout)
    },
  }
}
