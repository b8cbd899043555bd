// Shows what is installed: the release, Node, and the versions of the API that are served.
import packageManifest from '../../package.json' with { type: 'json' }
import { versions } from '../contract/operation.ts'
import { command } from './command.ts'
import { commandDone } from './result.ts'
import { pairs } from './table.ts'

export const versionCommand = command({
  name: 'version',
  purpose: 'Prints the release, the Node version and the supported API versions.',
  arguments: {},
  options: {},
  example: '',
  notes: () => '"npx tollgate --version" prints the release only.',
  async run() {
    const { version } = packageManifest
    const { node } = process.versions
    const api = { oldest: versions.oldest, newest: versions.newest }
    const machine = `${process.platform}-${process.arch}`
    return commandDone(
      { version, node, machine, api },
      pairs([
        ['Tollgate', version],
        ['Node', `${node} (${machine})`],
        ['API', `versions ${api.oldest} to ${api.newest}`],
      ]),
    )
  },
})
