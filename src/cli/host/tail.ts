// Follows the messages of the running ISO 8583 test host, in both directions, described and masked.
import { type FollowedMessage, followedText } from '../../host/describe.ts'
import { findHost } from '../../host/find-host.ts'
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandRefused } from '../result.ts'
import { printable } from '../table.ts'
import { dataOption, hostFolder } from './options.ts'

export const hostTail = command({
  name: 'host tail',
  purpose: 'Shows the messages of the ISO 8583 test host as they pass, until Ctrl-C.',
  arguments: {},
  options: { data: dataOption },
  example: '',
  notes:
    () => `Account numbers are masked; security codes, cryptograms and keys are not shown. With --json every line is
a separate document.`,
  async run({ data }, context) {
    const { terminal, isJson } = context
    const folder = hostFolder(data, context)
    const url = await findHost(folder)
    if (url === undefined)
      return commandRefused(`No host runs on ${folder}; "npm start" and "${program} host" start one.`)
    const stopped = new AbortController()
    void terminal.interrupted().then(() => stopped.abort())
    if (!isJson) terminal.stderr.write('Waiting for messages. Stop with Ctrl-C.\n')
    try {
      const response = await fetch(`${url}/messages`, { signal: stopped.signal })
      for await (const line of linesOf(response))
        terminal.stdout.write(`${isJson ? line : readable(JSON.parse(line) as FollowedMessage)}\n`)
    } catch (error) {
      if (!stopped.signal.aborted) return commandRefused(`The host has stopped (${(error as Error).message}).`)
    }
    return { kind: 'ENDED', exitCode: 0 }
  },
})

/** Values came from outside. */
function readable(message: FollowedMessage): string {
  return `${followedText(message).split('\n').map(printable).join('\n')}\n`
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
