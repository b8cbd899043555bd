// The operator's commands about wallets against a database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { processTerminal } from '../../../src/cli/terminal.ts'
import { signCertificate } from '../../../src/platform/certificates/sign-certificate.ts'
import { publicKeyHashOf } from '../../../src/wallets/payloads/elliptic-keys.ts'
import { makeKey } from '../../support/builders/apple-pay.ts'
import { issueCertificate } from '../../support/builders/issued-certificate.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'

let database = ''
let folder = ''
before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-wallets-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function run(words: readonly string[], input = '') {
  const env = testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data') })
  const { stdout, stderr, interrupted } = processTerminal
  const result = await runCommand(words, env, { stdin: Readable.from([input]), stdout, stderr, interrupted })
  return JSON.parse(JSON.stringify(result))
}

const add = ['wallet', 'key', 'add', 'TESTMERCHANT', '--identifier', 'merchant.com.example']

it('a wallet key is read from a file or standard input, listed without the key, and removed', async () => {
  const [apple, google] = [makeKey(), makeKey()]
  const pem = String(apple.export({ format: 'pem', type: 'sec1' }))
  const file = join(folder, 'apple.pem')
  await writeFile(file, pem)
  const added = await run([...add, '--wallet', 'APPLE_PAY', '--key-file', file])
  assert.equal(added.kind, 'DONE', JSON.stringify(added))
  assert.equal(added.data.key.publicKeyHash, publicKeyHashOf(apple))
  assert.match((await run([...add, '--wallet', 'APPLE_PAY', '--key-file', file])).message, /already has this key/)
  const base64 = google.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  assert.equal((await run([...add, '--wallet', 'GOOGLE_PAY'], base64)).kind, 'DONE')
  const listed = async () => {
    const { data } = await run(['wallet', 'key', 'list', 'TESTMERCHANT'])
    return data.keys.map((key: Record<string, string>) => [key['wallet'], key['publicKeyHash'], 'usedSince' in key])
  }
  assert.deepEqual(await listed(), [
    ['APPLE_PAY', publicKeyHashOf(apple), false],
    ['GOOGLE_PAY', publicKeyHashOf(google), false],
  ])
  const use = ['wallet', 'key', 'use', 'TESTMERCHANT', '--wallet', 'GOOGLE_PAY', '--key']
  assert.equal((await run([...use, publicKeyHashOf(google)])).kind, 'DONE')
  assert.match((await run([...use, publicKeyHashOf(apple)])).message, /has no such GOOGLE_PAY key/)
  assert.deepEqual(
    (await listed()).map(([, , isUsed]: readonly unknown[]) => isUsed),
    [false, true],
  )
  const remove = ['wallet', 'key', 'remove', 'TESTMERCHANT', '--wallet', 'APPLE_PAY', '--key', publicKeyHashOf(apple)]
  assert.equal((await run(remove)).kind, 'DONE')
  assert.match((await run(remove)).message, /has no such APPLE_PAY key/)
})

it('a text that is not a key on P-256 is refused, and never repeated', async () => {
  const wallet = [...add, '--wallet', 'APPLE_PAY']
  const other = String(makeKey().export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' }))
  for (const input of ['', 'secret-text', other]) {
    const refused = await run(wallet, input)
    assert.match(refused.message, /not a private key on P-256/)
    assert.doesNotMatch(refused.message, /secret-text/)
  }
  const secret = String(makeKey().export({ format: 'pem', type: 'pkcs8' }))
  for (const words of [['--key-file', secret], [`--key-file=${secret}`]]) {
    const { message } = await run([...wallet, ...words])
    assert.match(message, /--key-file must not be a private key/)
    assert.ok(!message.includes(secret.slice(40, 80)))
  }
  assert.match((await run([...wallet, '--key-file', join(folder, 'none')])).message, /cannot be read \(ENOENT\)/)
  assert.match((await run(['wallet', 'key', 'list', 'NOBODY'])).message, /does not exist/)
})

const set = ['wallet', 'page', 'set', 'TESTMERCHANT', '--display-name', 'Corner shop', '--country', 'DEU']

it('a wallet is put on payment pages with its certificate, listed without the key, and removed', async () => {
  const [key, another] = [makeKey(), makeKey()]
  const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date('2039-01-31T00:00:00Z') }
  const certificate = await signCertificate({ commonName: 'merchant.com.example', key, use: 'client', ...dates })
  const [certificateFile, keyFile] = [join(folder, 'identity.pem'), join(folder, 'identity-key.pem')]
  await writeFile(certificateFile, certificate)
  await writeFile(keyFile, String(key.export({ format: 'pem', type: 'sec1' })))
  const files = ['--certificate-file', certificateFile, '--key-file', keyFile]
  const stored = await run([...set, '--wallet', 'APPLE_PAY', ...files])
  assert.equal(stored.kind, 'DONE', JSON.stringify(stored))
  assert.equal(stored.data.page.certificateExpiresAt, '2039-01-31T00:00:00.000Z')
  assert.equal((await run([...set, '--wallet', 'GOOGLE_PAY'])).kind, 'DONE')
  const listed = await run(['wallet', 'page', 'list', 'TESTMERCHANT'])
  assert.deepEqual(
    listed.data.pages.map(({ wallet, displayName, country }: Record<string, string>) => [wallet, displayName, country]),
    [
      ['APPLE_PAY', 'Corner shop', 'DEU'],
      ['GOOGLE_PAY', 'Corner shop', 'DEU'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(listed), /PRIVATE/)

  await writeFile(keyFile, String(another.export({ format: 'pem', type: 'pkcs8' })))
  assert.match((await run([...set, '--wallet', 'APPLE_PAY', ...files])).message, /does not belong to the certificate/)
  await writeFile(keyFile, 'secret-text')
  const refused = await run([...set, '--wallet', 'APPLE_PAY', ...files])
  assert.match(refused.message, /not a private key/)
  assert.doesNotMatch(refused.message, /secret-text/)
  assert.match((await run([...set, '--wallet', 'GOOGLE_PAY', ...files])).message, /Only Apple Pay/)
  assert.match((await run([...set, '--wallet', 'APPLE_PAY', '--key-file', keyFile])).message, /belong together/)
  const past = { ...dates, notAfter: new Date(Date.now() - 3_600_000) }
  await writeFile(certificateFile, await signCertificate({ commonName: 'old', key, use: 'client', ...past }))
  assert.match((await run([...set, '--wallet', 'APPLE_PAY', ...files])).message, /has expired/)
  const future = { ...dates, notBefore: new Date(Date.now() + 3_600_000) }
  await writeFile(certificateFile, await signCertificate({ commonName: 'next', key, use: 'client', ...future }))
  assert.match((await run([...set, '--wallet', 'APPLE_PAY', ...files])).message, /is not valid yet/)

  const remove = ['wallet', 'page', 'remove', 'TESTMERCHANT', '--wallet', 'APPLE_PAY']
  assert.equal((await run(remove)).kind, 'DONE')
  assert.match((await run(remove)).message, /does not offer APPLE_PAY/)
})

it('keys that the gateway makes get their certificates, and the doctor reports those that expire soon', async () => {
  const merchant = 'TESTSUPPLIED'
  const created = await run([
    'wallet',
    'key',
    'create',
    merchant,
    '--wallet',
    'APPLE_PAY',
    '--identifier',
    'merchant.x',
  ])
  assert.equal(created.kind, 'DONE', JSON.stringify(created))
  assert.doesNotMatch(JSON.stringify(created), /PRIVATE/)
  const google = await run(['wallet', 'key', 'create', merchant, '--wallet', 'GOOGLE_PAY', '--identifier', '1'])
  assert.match(google.text, /Public key, for Google:/)
  const requested = await run(['wallet', 'certificate', 'request', merchant])
  const store = async (signingRequest: string, days: number) =>
    run(['wallet', 'certificate', 'add', merchant], await issueCertificate(signingRequest, { days }))
  assert.match((await store(requested.data.registration.text, 10)).message, /Set the display name and the country/)
  const page = [
    'wallet',
    'page',
    'set',
    merchant,
    '--display-name',
    'Shop',
    '--country',
    'DEU',
    '--wallet',
    'APPLE_PAY',
  ]
  assert.equal((await run(page)).kind, 'DONE')
  assert.equal((await store(requested.data.registration.text, 10)).data.use, 'IDENTITY')
  assert.equal((await store(created.data.registration.text, 400)).data.use, 'PROCESSING')
  const doctor = async (check: string) =>
    (await run(['doctor'])).data.checks.find(({ name }: { name: string }) => name === check)
  const unused = await doctor('wallet keys')
  assert.deepEqual([unused.state, /TESTSUPPLIED \(Apple Pay\) has no key in use/.test(unused.found)], ['WARNING', true])
  const { publicKeyHash } = created.data.key
  await run(['wallet', 'key', 'use', merchant, '--wallet', 'APPLE_PAY', '--key', publicKeyHash])
  await run(['wallet', 'page', 'remove', 'TESTMERCHANT', '--wallet', 'GOOGLE_PAY'])
  const used = await doctor('wallet keys')
  assert.deepEqual([used.state, used.found], ['OK', `TESTSUPPLIED (Apple Pay) uses ${publicKeyHash.slice(0, 12)}`])
  const check = await doctor('wallet certificates')
  assert.equal(check.state, 'WARNING')
  assert.match(check.found, /^TESTSUPPLIED \(Apple Pay, identity\) expires \d{4}-\d\d-\d\d$/)
})
