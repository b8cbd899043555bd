// The command that runs the gateway.
import { describeSettings } from '../../platform/config/config.ts'
import { command } from '../command.ts'
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
