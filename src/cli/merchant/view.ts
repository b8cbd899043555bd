// How commands show merchants, their passwords and their certificates.
import { scopeNameOf } from '../../contract/operation-permissions.ts'
import { defaultCredentialName } from '../../kernel/credential-scope.ts'
import { currencyListText } from '../../kernel/money.ts'
import {
  type ApiPassword,
  certificateStatus,
  type Merchant,
  noPageLogo,
  type RegisteredCertificate,
  routesOf,
} from '../../merchants/index.ts'
import { routeText } from '../route/routes.ts'
import { pairs, table, timestampText } from '../table.ts'
import { repositoryData } from '../token/repositories.ts'
import { describeLinks } from './adapter-options.ts'

export function merchantData({ id, profile, tokenRepository }: Merchant): object {
  return { id, ...profile, tokenRepository: repositoryData(tokenRepository) }
}

export function merchantText({ id, profile, tokenRepository }: Merchant): string {
  const { acquirerLink: link } = profile
  return pairs([
    ['Merchant', id],
    ['Name', profile.name],
    ['Enabled', yesOrNo(profile.isEnabled)],
    ['Login', profile.authenticationMethods.join(', ')],
    ['Currencies', currencyListText(profile.currencies)],
    ['Operations', profile.operations.join(', ')],
    ['Acquirer link', `${link.linkId ?? link.adapter} (${link.acquirerId}), merchant id ${link.acquirerMerchantId}`],
    ...routesOf(profile).map((route, index) => [`Route ${index + 1}`, routeText(route)] as const),
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
    ['Page colour', profile.pageColour],
    ['Page font', profile.pageFont],
    ['Page logo', profile.pageLogo === noPageLogo ? 'none' : profile.pageLogo.slice(0, 16)],
    ['Page amounts', yesOrNo(profile.takesPageAmounts)],
    ['Notification hosts', profile.notificationHosts.join(', ') || 'any'],
    ['Providers', describeLinks(profile.providers) || 'none'],
    ['Payer authentication', profile.payerAuthentication],
    ['Velocity limits', profile.velocityLimits.join(', ') || 'off'],
    ['API velocity limits', profile.apiVelocityLimits.join(', ') || 'off'],
    ['Authentication decline rate', percentText(profile.authenticationDeclinePercent)],
    ['Request limits', profile.requestLimits.join(', ') || 'off'],
    ['Refunds need approval', yesOrNo(profile.refundsNeedApproval)],
    ['Reporting', yesOrNo(profile.hasReporting)],
    ['Needs partial amount flag', yesOrNo(link.needsPartialAmountFlag ?? false)],
  ])
}

export function certificateData(certificate: RegisteredCertificate, now: Date): object {
  return { ...certificate, status: certificateStatus(certificate, now) }
}

export function passwordData({ hash: _, ...shown }: ApiPassword): object {
  return { ...shown, scope: scopeNameOf(shown.operations) }
}

export function passwordsText(passwords: readonly ApiPassword[]): string {
  if (passwords.length === 0) return 'No passwords.'
  return table(
    ['PASSWORD SLOT', 'NAME', 'OPERATIONS', 'CREATED', 'BY', 'LAST USED'],
    passwords.map(({ slot, name = defaultCredentialName, operations, createdAt, createdBy, lastUsedAt }) => [
      String(slot),
      name,
      operationsText(operations),
      createdAt ? timestampText(createdAt) : '',
      createdBy ?? '',
      lastUsedAt ? timestampText(lastUsedAt) : 'never',
    ]),
  )
}

/** The name of a scope in place of its many operations. */
function operationsText(operations: readonly string[]): string {
  const name = operations.length > 1 ? scopeNameOf(operations) : undefined
  return name ?? operations.join(', ')
}

export function certificatesText(certificates: readonly RegisteredCertificate[], now: Date): string {
  if (certificates.length === 0) return 'No certificates.'
  return table(
    ['FINGERPRINT (SHA-256)', 'STATUS', 'FROM', 'UNTIL', 'OPERATIONS', 'LAST USED', 'SUBJECT'],
    certificates.map((each) => [
      each.fingerprint,
      certificateStatus(each, now),
      timestampText(each.notBefore),
      timestampText(each.notAfter),
      operationsText(each.operations),
      each.lastUsedAt ? timestampText(each.lastUsedAt) : 'never',
      each.subject,
    ]),
  )
}

function percentText(percent: number): string {
  return percent > 0 ? `${percent} %` : 'off'
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
