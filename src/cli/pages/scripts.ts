// Lists every script and style sheet of the payers' pages.
import { pageScripts } from '../../compose/index.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table } from '../table.ts'

export const pagesScripts = command({
  name: 'pages scripts',
  purpose: 'Lists the scripts and style sheets of the payment pages, with their hashes and the pages that use them.',
  arguments: {},
  options: {},
  example: '',
  notes:
    () => `This is the inventory of payment page scripts required by PCI DSS 6.4.3. "pages verify" compares it with a
running gateway.`,
  run: async () => {
    const scripts = pageScripts().map(({ fetchPath: _, ...script }) => script)
    const rows = scripts.map(({ kind, path, version, bytes, sha384, usedBy }) => [
      kind,
      path,
      version,
      String(bytes),
      sha384,
      usedBy.join(', '),
    ])
    return commandDone({ scripts }, table(['KIND', 'PATH', 'VERSION', 'BYTES', 'SHA-384', 'USED BY'], rows))
  },
})
