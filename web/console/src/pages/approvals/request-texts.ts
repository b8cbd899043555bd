// What a request for approval would change, in words.

import type { ApprovalRequest, RequestedLinkChange } from '../../../../../src/approvals/ports/approval-requests.ts'
import type { ProfileSetting } from '../../../../../src/merchants/rules/profile-controls.ts'
import type { Jsonified } from '../../api/json.ts'
import { permissionLabels } from '../../format/permissions.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { scopeText } from '../credentials/scope-labels.ts'

type Request = Jsonified<ApprovalRequest>

const linkActionLabels: Readonly<Record<RequestedLinkChange['action'], (link: string) => string>> = {
  CREATE: (link) => t('Create acquirer link {link}', { link }),
  UPDATE: (link) => t('Change acquirer link {link}', { link }),
  ENABLE: (link) => t('Enable acquirer link {link}', { link }),
}

export function requestName(request: Request): string {
  switch (request.kind) {
    case 'PASSWORD':
      return t('Credential {name}', { name: request.name })
    case 'CERTIFICATE':
      return t('Certificate {name}', { name: request.name ?? request.certificate.subject })
    case 'PROFILE':
      return t('Change of the profile')
    case 'LINK':
      return linkActionLabels[request.action](request.linkId)
    case 'PERMISSIONS':
      return t('Permissions of {login}', { login: request.login })
  }
}

/** The settings that weaken a control or lead payments elsewhere. */
const settingLabels: Readonly<Partial<Record<ProfileSetting, string>>> = {
  isEnabled: t('Enabled'),
  authenticationMethods: t('API authentication'),
  operations: t('Operations'),
  routes: t('Routes'),
  acquirerLink: t('Routes'),
  tokenRepositoryId: t('Token repository'),
  verificationStrategy: t('Verification before a card is stored'),
  isAggregator: t('Aggregator of other merchants'),
  privileges: t('Privileges'),
  cardMasking: t('Card number masking in responses'),
  accountNumbersInText: t('Card numbers in free-text fields'),
  categoryCodes: t('Merchant category codes'),
  takesPageAmounts: t('Accept amounts set by the shop’s page (older checkout sessions)'),
  notificationHosts: t('Notification hosts'),
  providers: t('Providers'),
  payerAuthentication: t('Payer authentication'),
  risk: t('Risk rules'),
  refundsNeedApproval: t('Manual refunds require approval by a second user'),
  velocityLimits: t('Velocity limits'),
  apiVelocityLimits: t('API velocity limits'),
  authenticationDeclinePercent: t('Decline rate that requires payer authentication'),
  requestLimits: t('Request limits'),
}

/** Name and text, line by line; before and after where something changes. */
export function changeLines(request: Request): readonly (readonly [name: string, text: string])[] {
  switch (request.kind) {
    case 'PASSWORD':
    case 'CERTIFICATE':
      return [[t('Operations'), scopeText(request.operations)]]
    case 'PERMISSIONS':
      return [[t('Permissions'), request.permissions.map((permission) => permissionLabels[permission].name).join(', ')]]
    case 'PROFILE':
      return Object.entries(request.changed)
        .filter(([name]) => name !== routesUnchangedIn(request.changed))
        .map(([name, { before, after }]) => [
          settingLabels[name as ProfileSetting] ?? name,
          name === 'risk' ? rulesText(before, after) : fromTo(valueText(before), valueText(after)),
        ])
    case 'LINK':
      return [
        ...Object.entries(request.changed).map(
          ([name, { before, after }]) =>
            [name, linkChangeText(request.weakened?.includes(name) ?? false, before, after)] as const,
        ),
        ...request.secrets.map((name) => [name, t('Entered, not shown')] as const),
      ]
  }
}

/**
 * Routes and the acquirer link, the first of them for earlier releases, are requested together. A merchant that has only the link
 * has no routes that could change.
 */
function routesUnchangedIn({ routes }: Extract<Request, { kind: 'PROFILE' }>['changed']): ProfileSetting {
  return routes && routes.before === null && routes.after === null ? 'routes' : 'acquirerLink'
}

function linkChangeText(isWeaker: boolean, before: unknown, after: unknown): string {
  const text = fromTo(valueText(before), valueText(after))
  return isWeaker ? t('{change} (protects less)', { change: text }) : text
}

/** The rules that would be gone or act otherwise. */
function rulesText(before: unknown, after: unknown): string {
  const [present = [], wanted = []] = [before, after].map(ruleTexts)
  const without = (rules: readonly string[], others: readonly string[]) =>
    valueText(rules.filter((rule) => !others.includes(rule)))
  return fromTo(without(present, wanted), without(wanted, present))
}

/** One text a rule: what it is about, and what it does. */
function ruleTexts(rules: unknown): readonly string[] {
  const lists = Object.values((rules ?? {}) as object).filter((list): list is readonly object[] => Array.isArray(list))
  return lists.flat().map((rule) => Object.values(rule).map(valueText).join(' '))
}

function fromTo(before: string, after: string): string {
  return t('{before} → {after}', { before, after })
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return t('Not set')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.length === 0 ? t('None') : value.map(valueText).join(', ')
  if (typeof value === 'object') return objectText(value)
  return /^[A-Z][A-Z_]+$/.test(String(value)) ? codeText(String(value)) : String(value)
}

/** A route or a provider: what it names, in the order in which it is stored. */
function objectText(value: object): string {
  return Object.values(value)
    .map((member) => (typeof member === 'object' && member !== null ? JSON.stringify(member) : String(member)))
    .join(' ')
}
