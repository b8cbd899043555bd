// Every way to store the key-encryption key passes the same tests; then what is particular to each.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import { keyInMemory } from './data-keys.ts'
import { KeyFailure } from './key-encryption-key.ts'
import { kmsCommand } from './kms-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-kms-'))
after(() => rmSync(folder, { recursive: true }))
let made = 0

function keyFile(): string {
  made += 1
  const file = join(folder, `key-${made}`)
  writeFileSync(file, randomBytes(32).toString('base64'))
  return file
}

const program = resolve(import.meta.dirname, '..', '..', '..', 'test', 'support', 'sites', 'kms-child.ts')
const testKms = (file: string) => kmsCommand(`${process.execPath} ${program} ${file}`)

/** A program that behaves as the shell script defines. */
function script(text: string): string {
  made += 1
  const file = join(folder, `script-${made}`)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o700)
  return file
}

const kinds: Readonly<Record<string, () => KeyEncryption>> = {
  'a key in memory': () => keyInMemory(randomBytes(32)),
  'a key-management command': () => testKms(keyFile()),
}

for (const [name, make] of Object.entries(kinds)) {
  describe(name, () => {
    it('returns a key that it has sealed, for the same context only', async () => {
      const encryption = make()
      const key = randomBytes(32)
      const wrapped = await encryption.wrap(key, ['vault_keys', 'data-1', 'DATA'])
      assert.ok(!wrapped.includes(key))
      assert.deepEqual(await encryption.unwrap(wrapped, ['vault_keys', 'data-1', 'DATA']), key)
      await assert.rejects(encryption.unwrap(wrapped, ['vault_keys', 'data-2', 'DATA']))
    })

    it('does not open what another one has sealed', async () => {
      const wrapped = await make().wrap(randomBytes(32), ['a'])
      await assert.rejects(make().unwrap(wrapped, ['a']))
    })

    it('derives the same 32 bytes for a label every time, and others for another label or key', async () => {
      const [one, other] = [make(), make()]
      const derived = await one.derive('sessions')
      assert.equal(derived.length, 32)
      assert.deepEqual(await one.derive('sessions'), derived)
      assert.notDeepEqual(await one.derive('else'), derived)
      assert.notDeepEqual(await other.derive('sessions'), derived)
    })
  })
}

describe('a key-management command that fails', () => {
  const failures: Readonly<Record<string, readonly [command: () => string, message: RegExp]>> = {
    'is not there': [() => '/nowhere/ask-kms', /could not be started \(ENOENT\)/],
    'ends with an error': [() => script('exit 3'), /exited with 3/],
    'is killed': [() => script('kill -9 $$'), /exited with SIGKILL/],
    'says nothing': [() => script('cat >/dev/null'), /returned no "key"/],
    'says what is no JSON': [() => script('echo c2VjcmV0LWtleQ=='), /returned no "key"/],
    'says too much': [() => script('yes'), /more than 65536 bytes/],
    'gives a short key': [() => script(`echo '{"key":"c2hvcnQ="}'`), /not 32 bytes/],
  }
  for (const [what, [command, message]] of Object.entries(failures)) {
    it(`because it ${what} is reported in one line that does not contain its output`, async () => {
      await assert.rejects(kmsCommand(command()).derive('sessions'), (error: unknown) => {
        assert.ok(error instanceof KeyFailure, String(error))
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /\n|c2VjcmV0|c2hvcnQ/)
        return true
      })
    })
  }

  it('is stopped after its timeout', async () => {
    const slow = kmsCommand(script('exec sleep 600'), { timeoutMs: 50 })
    await assert.rejects(slow.derive('sessions'), /did not respond within 50 ms/)
  })
})

it("a key-management command gets none of the gateway's settings", async () => {
  const file = keyFile()
  const ours = { TOLLGATE_SANDBOX_PASSWORD: 'sandbox-password', DATABASE_URL: 'postgres://gateway:hunter22@db/x' }
  Object.assign(process.env, ours)
  try {
    await testKms(file).derive('sessions')
  } finally {
    for (const name of Object.keys(ours)) delete process.env[name]
  }
  assert.deepEqual(JSON.parse(readFileSync(`${file}.log`, 'utf8')), { action: 'derive', environment: [] })
})
