// Settings of certificates with which no connection could be opened, the same for every adapter that has them.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Explanation, explain } from '../kernel/explanation.ts'
import type { SettingValue } from '../kernel/settings-schema.ts'
import type { SettingFault } from './ports/adapter-catalogue.ts'

export function checkAuthority(ca: SettingValue | undefined): SettingFault | undefined {
  return ca === undefined || readCertificates(String(ca))
    ? undefined
    : fault('ca', explain('must consist of certificates in PEM format'))
}

export function checkClientCertificate({
  certificate,
  key,
}: {
  readonly certificate: SettingValue
  readonly key?: SettingValue
}): SettingFault | undefined {
  const [own] = readCertificates(String(certificate)) ?? []
  if (!own) return fault('certificate', explain('must consist of certificates in PEM format'))
  if (key === undefined) return fault('key', explain('is missing: the client certificate needs its private key'))
  const privateKey = readKey(String(key))
  if (!privateKey) return fault('key', explain('must be a private key in PEM format, without a passphrase'))
  return own.checkPrivateKey(privateKey)
    ? undefined
    : fault('key', explain('does not belong to the certificate, which must come before its intermediate certificates'))
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Undefined when there is none, or one cannot be read. */
function readCertificates(pem: string): readonly X509Certificate[] | undefined {
  try {
    const certificates = [...pem.matchAll(certificateBlock)].map(([block]) => new X509Certificate(block))
    return certificates.length > 0 ? certificates : undefined
  } catch {
    return undefined
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function fault(setting: string, reason: Explanation): SettingFault {
  return { setting, reason }
}
