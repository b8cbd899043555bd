// How commands show merchants, their passwords and their certificates.
import { certificateStatus } from '../domain/certificate-status.ts'
import type { Merchant } from '../domain/merchant.ts'
import type { RegisteredCertificate } from '../ports/store.ts'
import { describeLinks } from './provider-options.ts'
import { pairs, table } from './table.ts'
import { repositoryData } from './token-repository-view.ts'

export function merchantData({ id, profile, tokenRepository }: Merchant): object {
  return { id, ...profile, tokenRepository: repositoryData(tokenRepository) }
}

export function merchantText({ id, profile, tokenRepository }: Merchant): string {
  const { acquirerLink: link } = profile
  return pairs([
    ['Merchant', id],
    ['Name', profile.name],
    ['Enabled', yesOrNo(profile.isEnabled)],
    ['Login', profile.loginWays.join(', ')],
    ['Currencies', profile.currencies.join(', ')],
    ['Operations', profile.operations.join(', ')],
    ['Acquirer', `${link.acquirerId} (${link.adapter}), where it is ${link.acquirerMerchantId}`],
    ['Token repository', `${tokenRepository.id} (${tokenRepository.generation}, ${tokenRepository.management})`],
    ['Verification', profile.verificationStrategy],
    ['Account updater', yesOrNo(profile.usesAccountUpdater)],
    ['Aggregator', yesOrNo(profile.isAggregator)],
    ['Privileges', profile.privileges.join(', ') || 'none'],
    ['Schemes', profile.schemes.join(', ')],
    ['Sources', profile.sources.join(', ')],
    ['Card masking', profile.cardMasking],
    ['Account numbers in text', profile.accountNumbersInText],
    ['Category codes', profile.categoryCodes.join(', ') || 'any'],
    ['Page origins', profile.pageOrigins.join(', ') || 'none'],
    ['Providers', describeLinks(profile.providers) || 'none'],
    ['Payer authentication', profile.payerAuthentication],
    ['Refunds need approval', yesOrNo(profile.refundsNeedApproval)],
    ['Reporting', yesOrNo(profile.hasReporting)],
    ['Needs partial amount flag', yesOrNo(link.needsPartialAmountFlag ?? false)],
  ])
}

export function certificateData(certificate: RegisteredCertificate, now: Date): object {
  const { fingerprint, subject, notBefore, notAfter, revokedAt } = certificate
  return { fingerprint, subject, notBefore, notAfter, status: certificateStatus(certificate, now), revokedAt }
}

export function certificatesText(certificates: readonly RegisteredCertificate[], now: Date): string {
  if (certificates.length === 0) return 'No certificates.'
  return table(
    ['FINGERPRINT (SHA-256)', 'STATUS', 'FROM', 'UNTIL', 'SUBJECT'],
    certificates.map((each) => [
      each.fingerprint,
      certificateStatus(each, now),
      timeText(each.notBefore),
      timeText(each.notAfter),
      each.subject,
    ]),
  )
}

export function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
