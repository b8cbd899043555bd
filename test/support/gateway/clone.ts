// The repository as it is right after it was cloned and its packages were installed, and a gateway that runs there.
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createTestDatabase, databaseUrl, testKey } from './database.ts'
import { makeSite, type ReadyGateway, repository } from './process.ts'

/** A clone without any build, with what `npm ci` installed, but for the packages named. */
export async function cloneRepository(t: TestContext, without: readonly string[] = []): Promise<string> {
  // A package finds others from where it really is.
  const copiedPackages = without.length > 0 ? ['vite', 'rolldown'] : []
  const root = await mkdtemp(join(tmpdir(), 'tollgate-clone-'))
  t.after(() => rm(root, { recursive: true, force: true }))
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
  return site.start({ DATABASE_URL: url, TOLLGATE_KEY_ENCRYPTION_KEY: testKey }, { root })
}
