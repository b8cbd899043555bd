// The steps in which a gateway starts and stops, as lists, and how they are run: what fails in the start is followed by the
// whole stop, and no step of the stop keeps the others from running, be it by failing or by never ending.

import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Log, openLog } from '../../platform/telemetry/log.ts'
import { redactedLogPaths } from '../../requests/index.ts'
import { explainFailure, StartFailure } from '../start-failure.ts'
import { StartInterrupted, type StartSteps } from './start-steps.ts'
import type { ServingEnd } from './stop-serving.ts'

/** In their order. Alone: the only process; primary: the one that looks after worker processes. */
export const startSteps = {
  alone: [
    'data folder',
    'database',
    'tables',
    'keys and access rights',
    'links and jobs',
    'ports',
    'address',
    'seed data',
    'readiness',
  ],
  primary: [
    'data folder',
    'database',
    'tables',
    'keys and access rights',
    'seed data',
    'own connections',
    'processes',
    'address',
    'readiness',
  ],
  worker: ['database', 'keys and access rights', 'links and jobs', 'ports', 'readiness'],
} as const

/** In their order; a step whose part was not started has nothing to do. */
export const stopSteps = {
  alone: ['requests', 'jobs and links', 'card host', 'database connections', 'database server', 'data folder'],
  primary: ['processes', 'card host', 'database connections', 'database server', 'data folder'],
  worker: ['requests', 'jobs and links', 'database connections'],
} as const

/** Those that a gateway alone and a primary process have in common. */
export const sharedSteps = [
  'data folder',
  'tables',
  'keys and access rights',
  'seed data',
  'card host',
  'database connections',
  'database server',
] as const

export type ServingRole = keyof typeof startSteps

export interface ServingStep {
  readonly phase: 'start' | 'stop'
  readonly name: string
}

/** Runs before each step; when it fails, the step has failed. For tests, which make any step fail or hang. */
export type StepHook = (step: ServingStep) => Promise<void> | void

export interface ServingParts<Role extends ServingRole> {
  readonly role: Role
  readonly start: Readonly<Record<(typeof startSteps)[Role][number], () => Promise<unknown>>>
  readonly stop: Readonly<Record<(typeof stopSteps)[Role][number], () => Promise<unknown>>>
  /** Steps of the stop that have time of their own, in milliseconds. */
  readonly ownLimits?: Readonly<Record<string, number>>
}

export interface ServingOptions {
  readonly steps: StartSteps
  readonly stopRequested: Promise<unknown>
  readonly log: Pick<Log, 'info' | 'fatal'>
  /** How long the stop may take, but for the steps that have time of their own. */
  readonly stopLimitMs: () => number
  readonly onStep?: StepHook | undefined
}

/** The gateway was stopped, but not all of it: one line for the operator. */
export class StopFailure extends StartFailure {}

/** After the time for the stop, each of the remaining steps still has this long. */
const leastMs = 1_000

/** Starts, waits until a stop is requested, and stops. Rejects, with one line for the operator, when a step has failed. */
export async function runServing<Role extends ServingRole>(
  parts: ServingParts<Role>,
  options: ServingOptions,
): Promise<ServingEnd> {
  const { steps, stopRequested, log } = options
  let failure: { readonly error: unknown; readonly step: string } | undefined
  for (const step of startSteps[parts.role] as readonly (keyof typeof parts.start)[]) {
    try {
      await steps.run(async () => options.onStep?.({ phase: 'start', name: step }))
      await parts.start[step]()
    } catch (error) {
      failure = { error, step }
      break
    }
  }
  if (!failure) log.info({ signal: await stopRequested }, 'stopping')
  const isInterrupted = failure?.error instanceof StartInterrupted
  if (isInterrupted) log.info({ signal: await stopRequested }, 'stopped during the start')

  const unstopped = await stopEach(parts, options)
  if (failure && !isInterrupted) throw startFailureOf(failure, unstopped, log)
  if (unstopped.length > 0) throw new StopFailure(`Tollgate has not stopped cleanly: ${unstopped.join('; ')}.`)
  return { exitCode: 0, isAbandoned: isInterrupted }
}

/** What did not stop, and why. */
async function stopEach<Role extends ServingRole>(
  { role, stop, ownLimits = {} }: ServingParts<Role>,
  { onStep, stopLimitMs }: ServingOptions,
): Promise<readonly string[]> {
  const limitMs = stopLimitMs()
  const deadlineMs = performance.now() + limitMs
  const unstopped: string[] = []
  for (const step of stopSteps[role] as readonly (keyof typeof stop & string)[]) {
    const leftMs = Math.max(deadlineMs - performance.now(), leastMs)
    const timeoutMs = ownLimits[step] ?? leftMs
    const run = async () => {
      await onStep?.({ phase: 'stop', name: step })
      await stop[step]()
    }
    const onTimeout = () => void unstopped.push(`${step} did not end within ${seconds(ownLimits[step] ?? limitMs)}`)
    await withTimeout(run(), { timeoutMs, onTimeout }).catch((error: unknown) => {
      unstopped.push(`${step}: ${oneLine(error)}`)
    })
  }
  return unstopped
}

function startFailureOf(
  { error, step }: { readonly error: unknown; readonly step: string },
  unstopped: readonly string[],
  log: ServingOptions['log'],
): StartFailure {
  const explained = explainFailure(error)
  const isBug = explained.includes('\n')
  // The stack is for the log: what is printed last is one line.
  if (isBug) log.fatal({ err: error, step }, 'the start failed')
  const reason = isBug ? `The start failed (${step}): ${oneLine(error)}; its log has more.` : explained
  const remainder = unstopped.length > 0 ? ` Not stopped cleanly: ${unstopped.join('; ')}.` : ''
  return new StartFailure(reason + remainder, { cause: error })
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}

// The log of a running gateway: text where a person reads along, JSON for programs.

interface ServiceLogOptions {
  /** The standard output is for a program, and the log goes to the standard error. */
  readonly isJson: boolean
  readonly worker?: number
}

export function openServiceLog(
  { logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  { isJson, worker }: ServiceLogOptions,
): Log {
  return openLog({
    level,
    worker,
    redactedPaths: redactedLogPaths(),
    isReadable: isReadable(logFormat, isJson),
    write: isJson ? (line) => process.stderr.write(line) : undefined,
  })
}

/** Whether the log is written for a person. */
export function isReadable(logFormat: Config['logFormat'], isJson: boolean): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && !isJson && process.stdout.isTTY)
}
