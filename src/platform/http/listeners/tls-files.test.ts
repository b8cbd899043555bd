import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it, mock } from 'node:test'
import { closeListeners, handshake, hello, open } from '../../../../test/support/gateway/listeners.ts'
import { ensureDevelopmentCertificates } from '../../certificates/development-ca.ts'
import type { ListenerOptions } from './open-listeners.ts'

after(closeListeners)

const base = mkdtempSync(join(tmpdir(), 'tollgate-tls-files-'))
after(() => rmSync(base, { recursive: true }))

let files: { keyFile: string; certificateFile: string }
let ca: Buffer

before(async () => {
  const made = await ensureDevelopmentCertificates(join(base, 'certificates'))
  files = { keyFile: made.serverKeyFile, certificateFile: made.serverCertificateFile }
  ca = readFileSync(made.caCertificateFile)
})

const openTls = (options: Partial<ListenerOptions>) =>
  open(hello, { listenerKind: 'https', portSetting: 'TOLLGATE_HTTPS_PORT', ...options })

describe('replaced certificates', () => {
  /** A listener with its own files, and a second pair to replace them with. */
  async function replaceable(name: string) {
    const folder = join(base, name)
    const made = await ensureDevelopmentCertificates(folder)
    const own = { keyFile: join(folder, 'own-key.pem'), certificateFile: join(folder, 'own-certificate.pem') }
    copyFileSync(made.serverKeyFile, own.keyFile)
    copyFileSync(made.serverCertificateFile, own.certificateFile)
    const warnings: string[] = []
    const warn = (message: string) => {
      warnings.push(message)
    }
    const listener = await openTls({ tls: own, warn })
    const shown = async () => {
      const socket = await handshake(listener.port, { rejectUnauthorized: false })
      const fingerprint = socket.getPeerX509Certificate()?.fingerprint256
      assert.ok(fingerprint)
      socket.destroy()
      return fingerprint
    }
    const useOther = () => {
      copyFileSync(files.keyFile, own.keyFile)
      copyFileSync(files.certificateFile, own.certificateFile)
    }
    return { ...listener, own, warnings, shown, useOther }
  }

  it('are used for new connections, while existing connections stay', async () => {
    const { port, reload, shown, useOther } = await replaceable('reload')
    const old = await handshake(port, { rejectUnauthorized: false })
    const before = await shown()
    useOther()
    assert.equal(await shown(), before)
    assert.equal(await reload(), true)
    assert.notEqual(await shown(), before)
    // Still TLS 1.2 and 1.3 only, and signed by the authority that signed the new one.
    const socket = await handshake(port, { ca, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })
    assert.equal(socket.authorized, true)
    socket.destroy()
    const older = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await assert.rejects(handshake(port, { ca, ...older }))

    old.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(await text(old), /^HTTP\/1\.1 200 OK\r\n/)
  })

  it('are not used when broken, missing or of another key, with a warning of one line', async () => {
    const { own, reload, shown, warnings } = await replaceable('broken')
    const before = await shown()
    const change: Readonly<Record<string, () => void>> = {
      'contains no private key': () => writeFileSync(own.keyFile, 'garbage'),
      'does not belong to the key': () => copyFileSync(files.keyFile, own.keyFile),
      'contains no certificate': () => writeFileSync(own.certificateFile, ''),
      'cannot be used': () => writeFileSync(own.certificateFile, `${readFileSync(files.certificateFile)}${brokenPem}`),
      'cannot be read \\(ENOENT\\)': () => rmSync(own.certificateFile),
    }
    for (const [complaint, make] of Object.entries(change)) {
      make()
      assert.equal(await reload(), false, complaint)
      assert.match(
        warnings.at(-1) ?? '',
        new RegExp(`^The TLS [^\n]*${complaint}[^\n]* The old certificate stays in use\\.$`),
      )
      assert.equal(await shown(), before)
    }
    copyFileSync(files.certificateFile, own.certificateFile)
    assert.equal(await reload(), true)
    assert.notEqual(await shown(), before)
  })

  it('are detected automatically, and a broken file is reported once', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const { own, shown, useOther, warnings } = await replaceable('polled')
    const before = await shown()
    /** Lets the listener check its files until the assertion holds. */
    const lookUntil = async (holds: () => boolean | Promise<boolean>) => {
      for (let looks = 0; looks < 200 && !(await holds()); looks++) {
        mock.timers.tick(2_000)
        await shown()
      }
      assert.ok(await holds())
    }
    writeFileSync(own.keyFile, 'garbage')
    await lookUntil(() => warnings.length > 0)
    assert.equal(await shown(), before)

    // The key comes first and the certificate one check later; in between, nothing is tried and no alarm is raised.
    copyFileSync(files.keyFile, own.keyFile)
    mock.timers.tick(2_000)
    for (let rounds = 0; rounds < 5; rounds++) assert.equal(await shown(), before)
    useOther()
    await lookUntil(async () => (await shown()) !== before)
    assert.equal(warnings.length, 1)
    mock.timers.reset()
  })

  it('must be valid at the start', async () => {
    const certificateFile = join(base, 'no-such-file.pem')
    await assert.rejects(openTls({ tls: { ...files, certificateFile } }), {
      name: 'ListenFailure',
      message: `The TLS file ${certificateFile} cannot be read (ENOENT).`,
    })
    const other = await ensureDevelopmentCertificates(join(base, 'other'))
    const mixed = { keyFile: files.keyFile, certificateFile: other.serverCertificateFile }
    await assert.rejects(openTls({ tls: mixed }), /^ListenFailure: .* does not belong to the key in /)
  })
})

const brokenPem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
