// The command that runs the gateway.
import { describeSettings } from '../../config/config.ts'
import { command } from '../command.ts'
import { pairs } from '../table.ts'

export const serveCommand = command({
  name: 'serve',
  purpose: 'Runs the gateway until it is asked to stop, as "npm start" does.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `With --json, the document says where the gateway can be reached as soon as it is, and the log goes to standard error.

Settings, from the environment
${pairs(describeSettings().map((row) => [row.environmentName, `${row.description} Default: ${row.default}.`]))}`,
  run: async (_given, { env, isJson }) => {
    // The only command that needs the server, which is half of the source.
    const { serve } = await import('./serve.ts')
    return { kind: 'ended', exitCode: await serve(env, { isJson }) }
  },
})
