// Reads a file from "export" into a database that has not been used yet.
import { resolve } from 'node:path'
import { importInstallation } from '../../installation/backup/backup.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { flag } from '../rows.ts'
import { pairs } from '../table.ts'
import { withInstallation } from '../with-installation.ts'
import { fileArgument, reportTableProgress } from './backup-options.ts'
import { commandAuditStamp, userOption } from '../options.ts'

const roleTexts = {
  GRANTED: 'privileges granted to tollgate_gateway',
  NO_ROLE: 'none; the database has no role tollgate_gateway (docs/operating/database-roles.md)',
} as const

export const importCommand = command({
  name: 'import',
  purpose:
    'Imports an exported file into an empty database, completely or not at all, and migrates it to this release.',
  arguments: { file: fileArgument('A file created by "export".') },
  options: {
    acceptUnsigned: flag('Accepts a file from a release that did not sign its exports.'),
    user: userOption,
  },
  example: 'tollgate-2026-03-02.export',
  notes: () =>
    `The database must be empty: import before the first start of a gateway. The key-encryption key must be the
one in use when the file was exported; configure it first, in the sandbox as keys/key-encryption-key in the
data folder. Where the server has the role tollgate_gateway, it gets its privileges
(docs/operating/database-roles.sql). Check afterwards with "npx tollgate books verify", "audit verify" and "doctor".`,
  run: ({ file, acceptUnsigned: acceptsUnsigned = false, user }, context) =>
    withInstallation(context, async (installation, config) => {
      const path = resolve(file)
      const { onProgress, end } = reportTableProgress('Importing', context)
      try {
        const summary = await importInstallation(config, installation, {
          ...{ path, acceptsUnsigned, onProgress },
          by: commandAuditStamp(user),
        })
        return commandDone(
          { file: path, ...summary },
          `Imported:

${pairs([
  ['File', path],
  ['Tables', String(summary.tables)],
  ['Rows', String(summary.rows)],
  ['SHA-256', summary.sha256],
  ['Migrated', summary.migrated.join(', ') || 'not needed'],
  ['Roles', roleTexts[summary.roles]],
])}`,
        )
      } finally {
        end()
      }
    }),
})
