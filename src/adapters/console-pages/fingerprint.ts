// Names a build of the console after its sources: the same sources need no new build, and changed sources find none.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The console's own sources, the gateway's rules that it shows, and the versions of everything it is built with. */
const sources = ['web/console/**/*.{ts,tsx,css,html,svg}', 'src/{domain,ports}/*.ts', 'package-lock.json']

/** Beside the sources rather than in the data folder: a build belongs to a release, and an image is made without data. */
export const buildsFolder = join(root, 'build', 'console')

export function consoleFingerprint(): string {
  const hash = createHash('sha256')
  const names = globSync(sources, { cwd: root }).filter((name) => !name.endsWith('.test.ts'))
  for (const name of names.toSorted())
    hash
      // The same on every system: a release may be built on another.
      .update(`${name.replaceAll(sep, '/')}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
