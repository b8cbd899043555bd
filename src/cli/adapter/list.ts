// Lists the acquirer adapters of this installation.
import { builtInCatalogue, catalogueOf, loadAcquirerAdapters } from '../../compose/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table } from '../table.ts'

export const adapterList = command({
  name: 'adapter list',
  purpose: 'Lists acquirer adapters: built-in ones and those of TOLLGATE_ADAPTERS.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    'With --json also the settings of each. "npx tollgate link create --help" lists those of built-in adapters.',
  async run(_given, { env }) {
    const config = loadConfig(env)
    const adapters = catalogueOf(await loadAcquirerAdapters(config), config).list()
    const rows = adapters.map((adapter) => ({
      ...adapter,
      isBuiltIn: builtInCatalogue.find(adapter.name) !== undefined,
    }))
    const headings = ['ADAPTER', 'BUILT IN', 'SETTINGS', 'TITLE']
    return commandDone(
      { adapters: rows },
      table(
        headings,
        rows.map(({ name, title, isBuiltIn, settings }) => [
          name,
          isBuiltIn ? 'yes' : 'no',
          String(Object.keys(settings.properties).length),
          title,
        ]),
      ),
    )
  },
})
