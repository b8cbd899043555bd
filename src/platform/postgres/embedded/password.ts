// The database user's password. Only loopback TCP requires it, but every cluster gets one, in case it ever needs TCP.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { runAs } from './account.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import { type ClusterLayout, userName } from './layout.ts'
import type { PreparedServer } from './server-package.ts'
import { writeDurably } from './write-durably.ts'

export async function findPassword(layout: ClusterLayout): Promise<string | undefined> {
  try {
    return (await readFile(layout.passwordFile, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The password on file, or a new one stored there. Stored before the cluster is created, so a crash cannot lose it. */
export async function ensurePassword(layout: ClusterLayout): Promise<string> {
  const existing = await findPassword(layout)
  if (existing !== undefined) return existing
  const password = randomBytes(24).toString('base64url')
  await writeDurably(layout.passwordFile, `${password}\n`)
  return password
}

/** The password on file; if the file is lost, a new one is set in the database, whose server must not be running. */
export async function recoverPassword({ layout, account, programs }: PreparedServer): Promise<string> {
  const existing = await findPassword(layout)
  if (existing !== undefined) return existing
  const password = randomBytes(24).toString('base64url')
  const { exitCode, output } = await runAs(
    account,
    programs.postgres,
    ['--single', '-D', layout.cluster, '-c', 'log_statement=none', 'postgres'],
    { input: `ALTER ROLE ${userName} PASSWORD '${password}'\n` },
  )
  if (exitCode !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) {
    throw new EmbeddedPostgresFailure(
      `${layout.passwordFile} is missing, and no new password could be set: ${output.trim().split('\n').at(-1)}`,
    )
  }
  await writeDurably(layout.passwordFile, `${password}\n`)
  return password
}
