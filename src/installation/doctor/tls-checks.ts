// The certificate that the gateway shows: whether it holds, for how long, and whether the key is its own.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { expiryWarningDays } from '../../merchants/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Check, type Finding, ok, warning, wrong } from './check.ts'

const dayMs = 86_400_000

export const tlsChecks: readonly Check[] = [
  {
    name: 'TLS',
    looksAt:
      'Key and certificate of the HTTPS listeners: readable, matching, valid, for the host of the public URL, with a complete chain',
    mend: 'Install a new certificate with its chain, leaf first, and send SIGHUP to the gateway; see docs/operating/tls.md.',
    needs: 'SETTINGS',
    run: ({ config }) => checkTls(config),
  },
]

async function checkTls(config: Config): Promise<Finding> {
  const { tlsKeyFile, tlsCertificateFile, dataDir, mode, publicUrl } = config
  if (!tlsKeyFile || !tlsCertificateFile) {
    const isMade = existsSync(join(dataDir, 'tls'))
    return ok(isMade ? 'the sandbox uses its own development certificate' : 'created at the first start of the sandbox')
  }
  const [keyText, certificateText] = await Promise.all([
    readFile(tlsKeyFile, 'utf8').catch(() => undefined),
    readFile(tlsCertificateFile, 'utf8').catch(() => undefined),
  ])
  if (keyText === undefined) return wrong(`${tlsKeyFile} cannot be read`)
  if (certificateText === undefined) return wrong(`${tlsCertificateFile} cannot be read`)
  return judgeTls({ keyText, certificateText, isProduction: mode === 'production', publicUrl, now: new Date() })
}

interface TlsTexts {
  readonly keyText: string
  readonly certificateText: string
  readonly isProduction: boolean
  readonly publicUrl?: string | undefined
  readonly now: Date
}

/** Exported for its test: everything but the reading of files. */
export function judgeTls({ keyText, certificateText, isProduction, publicUrl, now }: TlsTexts): Finding {
  const chain = readChain(certificateText)
  const [leaf] = chain ?? []
  if (!chain || !leaf) return wrong('the certificate file contains no certificate in PEM format')
  const key = readKey(keyText)
  if (!key) return wrong('the key file contains no private key in PEM format, or one with a passphrase')
  if (!leaf.checkPrivateKey(key)) return wrong('the key does not match the certificate (the leaf must come first)')
  for (const [index, certificate] of chain.entries()) {
    const next = chain[index + 1]
    if (next && !certificate.checkIssued(next))
      return wrong(`certificate ${index + 2} of the chain did not issue the one before it`)
  }
  const ends = chain.map(({ validToDate }) => validToDate.getTime())
  const daysLeft = Math.floor((Math.min(...ends) - now.getTime()) / dayMs)
  if (daysLeft < 0) return wrong(`expired ${-daysLeft} days ago`)
  if (leaf.validFromDate > now) return wrong(`not valid before ${leaf.validFromDate.toISOString()}`)
  const named = `${leaf.subjectAltName ?? leaf.subject ?? 'no name'}, ${daysLeft} days left`.replaceAll('\n', ', ')
  if (daysLeft < expiryWarningDays) return warning(named)
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')
  // Not a fault: a reverse proxy may show another one to the clients.
  if (host !== undefined && !isFor(leaf, host))
    return warning(`${named}; not for ${host}, the host of TOLLGATE_PUBLIC_URL`)
  if (isProduction && leaf.checkIssued(leaf)) return warning(`${named}; self-signed, browsers will not trust it`)
  if (isProduction && chain.length === 1) return warning(`${named}; no intermediate certificate follows it`)
  return ok(named)
}

function isFor(leaf: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined
}

function readChain(text: string): readonly X509Certificate[] | undefined {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    return parts.map((part) => new X509Certificate(part))
  } catch {
    return undefined
  }
}

function readKey(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text)
  } catch {
    return undefined
  }
}
