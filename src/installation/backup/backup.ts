// Puts the whole database into a file and takes it out again, with what has to be right besides the rows: schema and keys.

import { createHmac } from 'node:crypto'
import packageManifest from '../../../package.json' with { type: 'json' }
import type { AuditStamp } from '../../audit/index.ts'
import { keyEncryptionOf } from '../../compose/key-encryption.ts'
import { migrateInstallation, schemasOf } from '../../compose/schema.ts'
import { checkKeys, type KeyEncryption, writeKeyAuditLine } from '../../keys/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { grantGatewayRole, type RoleGrant } from '../../platform/postgres/database-roles.ts'
import { migrate, readTrack } from '../../platform/postgres/migrate.ts'
import { refuseOldServer } from '../../platform/postgres/server-version.ts'
import { type AppliedMigration, BackupFailure, type SignFile } from './backup-file.ts'
import { listMigrations } from './catalog.ts'
import { type BackupProgress, type BackupSummary, exportDatabase } from './export-database.ts'
import { importDatabase, readBackupHeader, refuseNonEmptyDatabase } from './import-database.ts'

export { BackupFailure }

interface BackupRequest {
  readonly path: string
  readonly by: AuditStamp
  readonly onProgress: (progress: BackupProgress) => void
}

interface OpenedInstallation {
  readonly database: Database
  readonly isSandbox: boolean
}

/** Who took the data away is in the audit before anything of it leaves, and so in the file, too. */
export async function exportInstallation(
  config: Config,
  { database }: OpenedInstallation,
  { path, by: { actor, at }, onProgress }: BackupRequest,
): Promise<BackupSummary> {
  refuseSeveral(config)
  const client = await database.connect()
  try {
    await writeKeyAuditLine(client, {
      actor,
      action: 'DATABASE_EXPORTED',
      subject: { release: packageManifest.version },
    })
  } finally {
    client.release()
  }
  const sign = await signerOf(await keyEncryptionOf(config))
  return exportDatabase(database, { path, at, sign, release: packageManifest.version, onProgress })
}

/** A file holds one database; half a sandbox would be taken for all of it. */
function refuseSeveral({ simulatorDatabaseUrl }: Config): void {
  if (simulatorDatabaseUrl === undefined) return
  throw new BackupFailure(
    'The simulated acquirer has a separate database (TOLLGATE_SIMULATOR_DATABASE_URL); back up both with PostgreSQL tools.',
  )
}

/** The checksums of an altered file can be made again; this cannot. */
async function signerOf(encryption: KeyEncryption): Promise<SignFile> {
  const key = await encryption.derive('exports')
  return (sha256) => createHmac('sha256', key).update(`tollgate export 1 ${sha256}`).digest('hex')
}

/**
 * A file of an earlier release finds the schema of that release, and is then migrated as any database is. The keys in
 * it must open with the key-encryption key of the settings, otherwise nothing is stored: a later discovery would leave
 * two secrets to search for.
 */
export async function importInstallation(
  config: Config,
  { database, isSandbox }: OpenedInstallation,
  { path, by: { actor }, onProgress, acceptsUnsigned = false }: BackupRequest & { readonly acceptsUnsigned?: boolean },
): Promise<BackupSummary & { readonly migrated: readonly string[]; readonly roles: RoleGrant }> {
  refuseSeveral(config)
  await refuseOldServer(database)
  const head = await readBackupHeader(path)
  await refuseNonEmptyDatabase(database)
  await prepareSchema(database, { isSandbox, wanted: head.migrations, release: head.release })
  const encryption = await keyEncryptionOf(config)
  const summary = await importDatabase(database, {
    path,
    onProgress,
    acceptsUnsigned,
    sign: await signerOf(encryption),
    check: async (client) => {
      await checkKeys(client, encryption)
      const subject = { release: head.release, madeAt: head.madeAt }
      await writeKeyAuditLine(client, { actor, action: 'DATABASE_IMPORTED', subject })
    },
  })
  // No process uses the database yet.
  const migrated = await migrateInstallation({ database, simulator: database, isSandbox }, { isContracting: true })
  return { ...summary, migrated, roles: await grantRoles(database) }
}

/** The rows are committed by now, which the operator has to know when only the privileges are missing. */
async function grantRoles(database: Database): Promise<RoleGrant> {
  try {
    return await grantGatewayRole(database)
  } catch (error) {
    throw new BackupFailure(
      `The file was imported, but the gateway's role has not been given its privileges (${(error as Error).message}); run docs/operating/database-roles.sql as the owner of the tables.`,
    )
  }
}

/** The schema of the file, no more: what came later has to find the rows there that it changes. */
async function prepareSchema(
  database: Database,
  {
    isSandbox,
    wanted,
    release,
  }: { readonly isSandbox: boolean; readonly wanted: readonly AppliedMigration[]; readonly release: string },
): Promise<void> {
  const tracks = schemasOf({ isSandbox })
  const known = await Promise.all(
    tracks.map(async (track) => (await readTrack(track)).map((each) => ({ ...each, track: track.name }))),
  )
  const knownMarks = new Set(known.flat().map(markOf))
  const unknown = wanted.find((migration) => !knownMarks.has(markOf(migration)))
  if (unknown) {
    const isOfSandbox = !tracks.some(({ name }) => name === unknown.track)
    throw new BackupFailure(
      isOfSandbox
        ? 'The file was exported from a sandbox and cannot be imported into production.'
        : `The file was exported by release ${release} with migration ${unknown.name}, which is missing or different in this release; use that release.`,
    )
  }
  const wantedMarks = new Set(wanted.map(markOf))
  for (const track of tracks)
    await migrate(database, track, (name) => wanted.some((each) => each.track === track.name && each.name === name))
  const beyond = (await listMigrations(database)).find((applied) => !wantedMarks.has(markOf(applied)))
  if (beyond)
    throw new BackupFailure(
      `The database already has migration ${beyond.name}, which the file does not; use an empty database, which is migrated after the import.`,
    )
}

function markOf({ track, name, checksum }: AppliedMigration): string {
  return `${track} ${name} ${checksum}`
}
