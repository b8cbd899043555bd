// Settings with which no request could succeed: found when a link is created or changed, rather than at its first payment.
import { type Explanation, explain } from '../../kernel/explanation.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import { checkAuthority, checkClientCertificate } from '../check-certificates.ts'
import type { SettingFault } from '../ports/adapter-catalogue.ts'

export function checkGatewaySettings(settings: SettingValues): SettingFault | undefined {
  const { url, certificate, ca } = settings
  if (!URL.canParse(String(url))) return fault('url', explain('is not an address'))
  const wrongAuthority = checkAuthority(ca)
  if (wrongAuthority) return wrongAuthority
  return certificate === undefined ? checkPasswords(settings) : checkClientCertificate({ ...settings, certificate })
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

function fault(setting: string, reason: Explanation): SettingFault {
  return { setting, reason }
}
