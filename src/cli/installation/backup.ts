// Commands that write the installation into one file, and read it from there.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { FieldError } from '../../contract/row.ts'
import { exportInstallation, importInstallation } from '../../installation/index.ts'
import { type CommandContext, command } from '../command.ts'
import { commandAuditStamp, userOption } from '../options.ts'
import { prepareSchema } from '../prepare-schema.ts'
import { commandDone, commandRefused } from '../result.ts'
import { flag, type ValueRow } from '../rows.ts'
import { pairs } from '../table.ts'
import { openProgressReporter } from '../terminal.ts'
import { withInstallation } from '../with-installation.ts'

/** What export and import share: how the file is named, and the progress display. */
function fileArgument(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (text) => (text === '' ? new FieldError('must not be empty') : text),
  }
}

/** A bar over all rows; while the total is unknown, a sign of activity. */
function reportTableProgress(what: string, { isJson, terminal }: CommandContext) {
  const reporter = openProgressReporter(isJson, terminal.stderr)
  return {
    onProgress: ({ rows, rowsExpected }: { readonly rows: number; readonly rowsExpected: number }) =>
      reporter.report({ what, done: rows, total: rowsExpected }),
    end: () => reporter.end(),
  }
}

function sizeOf(path: string): number {
  return statSync(path).size
}

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
          path,
          acceptsUnsigned,
          onProgress,
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
