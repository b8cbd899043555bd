// Names a build of the console after its sources: the same sources need no new build, and changed sources find none.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The console's own sources, the gateway's rules that it shows, and the versions of everything it is built with. */
const sources = ['web/console/**/*.{ts,tsx,css,html,svg}', 'src/{domain,ports}/**/*.ts', 'package-lock.json']

/** Beside the sources rather than in the data folder: a build belongs to a release, and an image is made without data. */
export const buildsFolder = join(root, 'build', 'console')

/** Paths from the root, the same on every system: a release may be built on another. */
export function fingerprintedFiles(): readonly string[] {
  return globSync(sources, { cwd: root })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => name.replaceAll(sep, '/'))
    .toSorted()
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
