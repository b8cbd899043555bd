// Writes the whole database to a file, as a backup or for another machine.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportInstallation } from '../../installation/backup/backup.ts'
import { command } from '../command.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { commandDone, commandRefused } from '../result.ts'
import { pairs } from '../table.ts'
import { withInstallation } from '../with-installation.ts'
import { fileArgument, reportTableProgress, sizeOf } from './backup-options.ts'
import { commandAuditStamp, userOption } from '../options.ts'

export const exportCommand = command({
  name: 'export',
  purpose: 'Exports a consistent snapshot of the whole database to one compressed file; payments continue meanwhile.',
  arguments: { file: fileArgument('The file to create; it must not exist yet.') },
  options: { user: userOption },
  example: 'tollgate-2026-03-02.export',
  notes: () =>
    `Account numbers and secrets are sealed in the file as they are in the database; the key-encryption key is
not included, and without it the file cannot be used: keep both, in separate places. Names, addresses and
masked numbers are readable. Security codes that payers entered into sessions are not exported.`,
  run({ file, user }, context) {
    const path = resolve(file)
    if (existsSync(path))
      return Promise.resolve(commandRefused(`${path} already exists; an export never overwrites a file.`))
    return withInstallation(context, async (installation, config) => {
      await prepareSchema(config, installation)
      const { onProgress, end } = reportTableProgress('Exporting', context)
      try {
        const summary = await exportInstallation(config, installation, {
          path,
          by: commandAuditStamp(user),
          onProgress,
        })
        const bytes = sizeOf(path)
        return commandDone(
          { file: path, bytes, ...summary },
          `Exported:

${pairs([
  ['File', path],
  ['Size', `${Math.ceil(bytes / 1024)} KB`],
  ['Tables', String(summary.tables)],
  ['Rows', String(summary.rows)],
  ['SHA-256', summary.sha256],
])}

Keep the key-encryption key in a separate place; the file cannot be used without it.`,
        )
      } finally {
        end()
      }
    })
  },
})
