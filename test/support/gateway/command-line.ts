// The operator's command, judged by what it prints and returns: in the test's own process, or as a process of its own
// where that is what is tested.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { execute } from '../../../src/cli/run.ts'
import { repository } from './process.ts'

/** Where `npm test` has put the operator's commands in a few files, which start faster. */
export const bundledCommandsVariable = 'TEST_BUNDLED_COMMANDS'

export interface EndedCommand {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The document that --json has printed; fails the test when the output is anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members whose shape it is about to check
  readonly json: any
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** What is on the standard input. */
  readonly input?: string
}

interface ProcessOptions extends RunOptions {
  readonly cwd?: string
  /** Pretends that the machine has a Node as old as 20.0.0. */
  readonly isNodeOld?: boolean
}

/** Runs a command in this process. "serve" takes the process for itself, so it is given one of its own. */
export async function tollgate(words: readonly string[], options: RunOptions = {}): Promise<EndedCommand> {
  if (words[0] === 'serve') return tollgateProcess(words, options)
  const { env = {}, input = '' } = options
  const printed = { stdout: '', stderr: '' }
  const code = await execute(words, env, {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
    interrupted: () => Promise.withResolvers<void>().promise,
  })
  return ended(code, printed)
}

/** Runs a command as the operator's shell does. */
export async function tollgateProcess(words: readonly string[], options: ProcessOptions = {}): Promise<EndedCommand> {
  const child = launch(words, options)
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  const [code] = await once(child, 'close')
  return ended(code, printed)
}

// Only this process is deceived: options of Node itself are not handed on.
const oldNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.0.0'}})`

export function launch(
  words: readonly string[],
  { env = {}, cwd = repository, isNodeOld = false, input = '' }: ProcessOptions = {},
) {
  const launcher = `${repository}/bin/tollgate.js`
  const program = isNodeOld ? ['--import', oldNode, launcher] : [process.env[bundledCommandsVariable] ?? launcher]
  const child = spawn(process.execPath, [...program, ...words], {
    cwd,
    // Nothing of the developer's own settings: a DATABASE_URL, say. The launcher would keep what is compiled, too.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  })
  // A command that reads nothing may end before this arrives.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return child
}

function ended(code: number | null, printed: { readonly stdout: string; readonly stderr: string }): EndedCommand {
  return {
    code,
    ...printed,
    get json() {
      return JSON.parse(printed.stdout)
    },
  }
}
