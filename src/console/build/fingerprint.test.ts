import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { it } from 'node:test'
import { fingerprintedFiles } from './fingerprint.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

it('the fingerprint of the console covers every file of the gateway that its pages run', () => {
  const pages = globSync('web/console/src/**/*.{ts,tsx}', { cwd: root }).map((name) => name.replaceAll('\\', '/'))
  const imported = pages
    .filter((page) => !page.endsWith('.test.ts'))
    .flatMap((page) =>
      [...readFileSync(resolve(root, page), 'utf8').matchAll(/^import (?!type )[^;']*?from '([^']+)'/gm)]
        .map(([, path = '']) => posix.join(dirname(page), path))
        .filter((path) => path.startsWith('src/')),
    )
  assert.ok(imported.length > 10)
  const covered = fingerprintedFiles()
  assert.deepEqual(
    imported.filter((path) => !covered.includes(path)),
    [],
  )
})
