// Applies the migrations that the database lacks.
import { migrateInstallation } from '../../compose/index.ts'
import { command } from '../command.ts'
import { refuseUnusableSchema } from '../prepare-schema.ts'
import { commandDone } from '../result.ts'
import { flag } from '../rows.ts'
import { withInstallation } from '../with-installation.ts'

export const migrateCommand = command({
  name: 'migrate',
  purpose: 'Migrates the database to the schema of this release and prints the migrations it applied.',
  arguments: {},
  options: {
    contract: flag('Also removes what only the previous release needs: when none of its processes is running.'),
  },
  example: '',
  run: ({ contract: isContracting }, context) =>
    withInstallation(context, async (installation, config) => {
      await refuseUnusableSchema(config, installation)
      const applied = await migrateInstallation(installation, isContracting ? { isContracting } : {})
      return commandDone({ applied }, applied.length === 0 ? 'Nothing to do.' : applied.join('\n'))
    }),
})
