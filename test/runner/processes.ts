// The processes of a run, which take its suites one after another.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { FromProcess, ToProcess } from './messages.ts'
import { internalsFlags } from './promise-hooks.ts'

export interface GivenSuite {
  readonly name: string
  readonly files: readonly string[]
}

interface ProcessOptions {
  readonly count: number
  readonly onMessage: (message: FromProcess) => void
  /** A process has ended, or had to be ended, in the middle of a suite. */
  readonly onBroken: (suite: string, reason: string) => void
  readonly signal: AbortSignal
}

/** How long a suite may take. */
const suiteMsMax = 900_000
/** Most of what a test makes is garbage before there is time to look through it. */
const roomForGarbage = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/** Resolves when all suites were run, or given up. */
export async function runInProcesses(
  suites: readonly GivenSuite[],
  { count, onMessage, onBroken, signal }: ProcessOptions,
): Promise<void> {
  const waiting = [...suites]

  async function runProcess(): Promise<void> {
    const child = startProcess()
    const stop = () => child.kill('SIGTERM')
    let isLate = false
    const giveUp = () => {
      isLate = true
      child.kill('SIGKILL')
    }
    signal.addEventListener('abort', stop)
    let given: GivenSuite | undefined
    let limit: NodeJS.Timeout | undefined
    let hasFailed = false
    child.on('message', (message: FromProcess) => {
      onMessage(message)
      hasFailed ||= message.kind === 'FAILURE'
      if (message.kind !== 'FREE') return
      clearTimeout(limit)
      given = waiting.shift()
      if (given) limit = setTimeout(giveUp, suiteMsMax)
      child.send({ files: given?.files ?? [] } satisfies ToProcess)
    })
    const ended = await reasonOfEnd(child)
    const reason = isLate ? `did not end within ${suiteMsMax / 60_000} minutes` : ended
    clearTimeout(limit)
    signal.removeEventListener('abort', stop)
    // A failed test makes its process fail.
    if (given || (reason !== '' && !hasFailed)) onBroken(given?.name ?? 'the last suite', reason)
    if (given && waiting.length > 0 && !signal.aborted) await runProcess()
  }

  await Promise.all(Array.from({ length: Math.min(count, suites.length) }, runProcess))
}

function startProcess(): ChildProcess {
  const reporter = join(import.meta.dirname, 'reporter.ts')
  return fork(join(import.meta.dirname, 'suite-process.ts'), {
    execArgv: [...internalsFlags, ...roomForGarbage, `--test-reporter=${reporter}`],
  })
}

/** Empty for one that has ended well. */
function reasonOfEnd(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(error.message))
  child.once('exit', (code, killedBy) => resolve(code === 0 ? '' : `ended with ${code ?? killedBy}`))
  return promise
}
