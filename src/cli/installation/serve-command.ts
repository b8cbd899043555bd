// Commands that run the gateway, and reload the one that is running.

import { setTimeout as delay } from 'node:timers/promises'
import { describeSettings, loadConfig } from '../../platform/config/config.ts'
import { findRunning } from '../../platform/system/data-folder.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { pairs } from '../table.ts'

export const serveCommand = command({
  name: 'serve',
  purpose: 'Runs the gateway until it is stopped, as "npm start" does.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `With --json, prints the gateway's URLs as soon as it can be reached, and writes the log to standard error.

Settings, from the environment
${pairs(describeSettings().map((row) => [row.environmentName, `${row.description} Default: ${row.default}.`]))}`,
  run: async (_given, { env, isJson }) => {
    // The only command that needs the server, which is half of the source.
    const { serve } = await import('./serve.ts')
    const { exitCode, isAbandoned } = await serve(env, { isJson })
    // A statement that was abandoned, such as a long migration, would keep the process; its server rolls it back.
    if (isAbandoned) process.exit(exitCode)
    return { kind: 'ENDED', exitCode }
  },
})

const pollEveryMs = 100
/** Each process may take its drain time. */
const longestMs = 600_000

export const reload = command({
  name: 'reload',
  purpose:
    'Reloads the running gateway: reads certificates again and replaces its processes one by one, without refusing a connection.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    'With TOLLGATE_PROCESSES above 1 the new processes run the sources that are installed now. A single process reads its certificates again.',
  async run(_given, { env }) {
    const { dataDir } = loadConfig(env)
    const before = await findRunning(dataDir)
    if (!before?.url) return commandRefused(`No gateway is running in ${dataDir}.`)
    const { pid, reloads = 0 } = before
    process.kill(pid, 'SIGUSR2')
    const until = performance.now() + longestMs
    while (performance.now() < until) {
      await delay(pollEveryMs)
      const now = await findRunning(dataDir)
      if (now?.pid !== pid) return commandRefused('The gateway ended meanwhile.')
      if ((now.reloads ?? 0) === reloads) continue
      return now.hasReloadFailed
        ? commandRefused('The gateway could not be reloaded and continues as before; see its log.')
        : commandDone({ pid }, 'Reloaded.')
    }
    return commandRefused('The gateway has not finished reloading within ten minutes; see its log.')
  },
})
