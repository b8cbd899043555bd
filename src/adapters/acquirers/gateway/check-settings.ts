// Settings with which no request could succeed: found when a link is created or changed, rather than at its first payment.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type Explanation, explain } from '../../../domain/explanation.ts'
import type { SettingValues } from '../../../domain/links/link.ts'
import type { SettingFault } from '../../../ports/links/adapter-catalogue.ts'

export function checkGatewaySettings(settings: SettingValues): SettingFault | undefined {
  const { url, certificate, ca } = settings
  if (!URL.canParse(String(url))) return fault('url', explain('is not an address'))
  if (ca !== undefined && !readCertificates(String(ca)))
    return fault('ca', explain('must consist of certificates in PEM format'))
  return (certificate === undefined ? checkPasswords : checkClientCertificate)(settings)
}

function checkPasswords({ password, merchantPasswords, key }: SettingValues): SettingFault | undefined {
  if (key !== undefined) return fault('certificate', explain('is missing: the private key needs its certificate'))
  const lines = String(merchantPasswords ?? '').split('\n')
  if (lines.every((line) => line.trim() === ''))
    return password === undefined
      ? fault('password', explain('is missing: a password, passwords by merchant or a client certificate is required'))
      : undefined
  const wrong = lines.findIndex((line) => line.trim() !== '' && !passwordLine.test(line))
  return wrong < 0
    ? undefined
    : fault('merchantPasswords', explain('has no merchant id, colon and password in line {line}', { line: wrong + 1 }))
}

/** Merchant id, colon, password. */
export const passwordLine = /^\s*([^:\s]+):(\S+)\s*$/

function checkClientCertificate({ certificate, key }: SettingValues): SettingFault | undefined {
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
