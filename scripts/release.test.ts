import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { consoleFingerprint } from '../src/console/build/fingerprint.ts'
import { packRelease } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

describe('A release archive', () => {
  it('holds the sources and the console built from them, in one folder, and nothing that is not tracked', async () => {
    const archive = await packRelease(folder)
    const names = execFileSync('tar', ['--list', '--file', archive], { encoding: 'utf8', maxBuffer: 2 ** 24 }).split(
      '\n',
    )
    const [, top = ''] = /^([^/]+)\//.exec(names[0] ?? '') ?? []
    assert.match(top, /^tollgate-\d+\.\d+\.\d+(-rc)?$/)
    const inside = new Set(names.filter(Boolean).map((name) => name.slice(top.length + 1)))
    for (const name of ['package-lock.json', 'src/main.ts', `build/console/${consoleFingerprint()}/index.html`])
      assert.ok(inside.has(name), name)
    for (const name of inside) assert.doesNotMatch(name, /^(node_modules|\.tollgate|\.git)\//)
  })
})
