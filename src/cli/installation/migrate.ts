// Applies the migrations that the database lacks.
import { migrateInstallation } from '../../compose/index.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withInstallation } from '../with-installation.ts'

export const migrateCommand = command({
  name: 'migrate',
  purpose: 'Migrates the database to the schema of this release and prints the migrations it applied.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withInstallation(context, async (installation) => {
      const applied = await migrateInstallation(installation)
      return commandDone({ applied }, applied.length === 0 ? 'Nothing to do.' : applied.join('\n'))
    }),
})
