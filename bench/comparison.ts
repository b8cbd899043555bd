// Packages that the benchmark compares the gateway with. They are not installed with the gateway, which needs none of them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'comparison')

/** Installs them first, by the lock file beside them, if that has not been done. */
export function loadPackage<Package>(name: string): Package {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const isInstalled = existsSync(join(folder, 'node_modules', name))
  if (!isInstalled) execFileSync('npm', words, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  return createRequire(join(folder, 'package.json'))(name) as Package
}
