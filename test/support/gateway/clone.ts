// The repository as it is right after it was cloned and its packages were installed, and a gateway that runs there.
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundledCommandsVariable } from './command-line.ts'
import { createTestDatabase, databaseUrl, testKey } from './database.ts'
import { gatewayWords, makeSite, type ReadyGateway, repository, startWords } from './process.ts'

/** A clone without any build, with what `npm ci` installed, but for the packages named. */
export async function cloneRepository(t: TestContext, without: readonly string[] = []): Promise<string> {
  // A package finds others from where it really is, so those are copied that would find one of these.
  const copiedPackages = without.includes('@rolldown') ? ['vite', 'rolldown'] : []
  const root = await mkdtemp(join(tmpdir(), 'tollgate-clone-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  // What is built is what matters; the rest is only read.
  const copied = ['bin', 'src', 'web', 'package.json', 'package-lock.json']
  const left = ['.git', 'build', 'node_modules']
  for (const part of await readdir(repository))
    if (copied.includes(part)) await cp(join(repository, part), join(root, part), { recursive: true })
    else if (!left.includes(part)) await symlink(join(repository, part), join(root, part))
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(repository, 'node_modules')))
    if (without.includes(name) || name === '.cache') continue
    else if (copiedPackages.includes(name))
      await cp(join(repository, 'node_modules', name), join(root, 'node_modules', name), { recursive: true })
    else await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  return root
}

/** A gateway of the clone, in a process of its own. */
export async function startClone(t: TestContext, root: string): Promise<ReadyGateway> {
  const site = await makeSite(t)
  const url = databaseUrl(await createTestDatabase())
  const command = [process.execPath, ...(await placeBundle(root))] as const
  return site.start({ DATABASE_URL: url, TOLLGATE_KEY_ENCRYPTION_KEY: testKey }, { root, command })
}

/**
 * What Node is given for a gateway of a clone. Compiling a clone's thousand sources takes several seconds, so this is the bundle
 * that `npm test` has made, moved there: it finds its files and packages in the clone.
 */
export async function placeBundle(root: string): Promise<readonly string[]> {
  const [entry = ''] = gatewayWords()
  return entry === startWords[0] ? startWords : [await placeProgram(root, entry)]
}

/** What Node is given for an operator's command of a clone. */
export async function placeCommands(root: string): Promise<string> {
  const entry = process.env[bundledCommandsVariable]
  return entry === undefined ? join(root, 'bin', 'tollgate.js') : placeProgram(root, entry)
}

async function placeProgram(root: string, entry: string): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'tollgate-test')
  await mkdir(folder, { recursive: true })
  const placed = new Set<string>()
  const place = async (name: string): Promise<void> => {
    if (placed.has(name)) return
    placed.add(name)
    const text = await readFile(join(dirname(entry), name), 'utf8')
    await writeFile(join(folder, name), movedTo(root, text))
    for (const [, imported = ''] of text.matchAll(/\b(?:from |import\()"\.\/([^"]+)"/g)) await place(imported)
  }
  await place(basename(entry))
  return join(folder, basename(entry))
}

/** Modules of the bundle have the addresses of their sources in them, as paths and as URLs. */
function movedTo(root: string, text: string): string {
  const urlOf = (folder: string) => `${pathToFileURL(folder).href}/`
  const pathOf = (folder: string) => JSON.stringify(join(folder, '/')).slice(1, -1)
  return text.replaceAll(urlOf(repository), urlOf(root)).replaceAll(pathOf(repository), pathOf(root))
}
