// Names a build of the console after its sources: the same sources need no new build, and changed sources find none.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The console's own sources, the gateway's rules that it shows, and the versions of everything it is built with. */
const folders = [
  { folder: 'web/console', files: /\.(tsx?|css|html|svg)$/ },
  { folder: 'src/kernel', files: /\.ts$/ },
  ...roomsOf('rules'),
  ...roomsOf('ports'),
]

/** The same folder of every subject that has it. */
function roomsOf(name: 'rules' | 'ports'): readonly { readonly folder: string; readonly files: RegExp }[] {
  return readdirSync(join(root, 'src'))
    .map((subject) => `src/${subject}/${name}`)
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) => ({ folder, files: /\.ts$/ }))
}

/** Beside the sources rather than in the data folder: a build belongs to a release, and an image is made without data. */
export const buildsFolder = join(root, 'build', 'console')

/** For whom a build is: the visitors of a release, or the developer who waits for the first start of a sandbox. */
export type BuildPurpose = 'release' | 'sandbox'

/** Where a build of the current sources is, if there is one. A release never takes that of a sandbox for its own. */
export function buildFolders(): Readonly<Record<BuildPurpose, string>> {
  const release = join(buildsFolder, consoleFingerprint())
  return { release, sandbox: `${release}-sandbox` }
}

/** Paths from the root, the same on every system: a release may be built on another. */
export function fingerprintedFiles(): readonly string[] {
  // Not by a pattern: every start asks, and matching takes fifty times as long as listing.
  const sources = folders.flatMap(({ folder, files }) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => files.test(name) && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll(sep, '/')}`),
  )
  return [...sources, 'package-lock.json'].toSorted()
}

export function consoleFingerprint(): string {
  const hash = createHash('sha256')
  for (const name of fingerprintedFiles())
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
