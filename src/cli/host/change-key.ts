// Has the running ISO 8583 test host change the key of message authentication.
import { findHost } from '../../host/find-host.ts'
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandDone, commandRefused } from '../result.ts'
import { dataOption, hostFolder } from './options.ts'

export const hostChangeKey = command({
  name: 'host change-key',
  purpose: 'Makes the ISO 8583 test host send a new key to everyone who is signed on.',
  arguments: {},
  options: { data: dataOption },
  example: '',
  async run({ data }, context) {
    const folder = hostFolder(data, context)
    const url = await findHost(folder)
    if (url === undefined) return commandRefused(`No host runs on ${folder}; "${program} host" starts one.`)
    const { ok } = await fetch(`${url}/change-key`, { method: 'POST' })
    return ok
      ? commandDone({ changed: true }, 'The new key was sent.')
      : commandRefused('The host has no keys to change; start it with --mac, --mac-key-file and --kek-file.')
  },
})
