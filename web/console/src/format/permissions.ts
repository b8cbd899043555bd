// Permissions in words.
import { type Permission, permissions, roles } from '../../../../src/kernel/user.ts'
import { t } from '../language/text.ts'
import { codeText } from './text.ts'

export const operatorLabel = t('the operator')

export const permissionLabels: Readonly<Record<Permission, { readonly name: string; readonly about: string }>> = {
  VIEW: { name: t('View'), about: t('View orders, tokens, reports, settlement and the delivery log') },
  PAY: { name: t('Pay'), about: t('Take payments, authorize and verify cards manually') },
  CAPTURE: { name: t('Capture'), about: t('Capture payments, update authorizations and close batches') },
  REFUND: { name: t('Refund'), about: t('Refund payments or request a refund') },
  VOID: { name: t('Void'), about: t('Void transactions before they are settled') },
  APPROVE: {
    name: t('Approve'),
    about: t(
      'Approve or decline what other users have requested: refunds, API credentials, changes of controls and acquirer links',
    ),
  },
  CONFIGURE: {
    name: t('Configure'),
    about: t('Manage API credentials, certificates, webhooks, risk rules and tokens'),
  },
  MANAGE_USERS: { name: t('Manage users'), about: t('Manage users and permissions, and view the audit log') },
  UNMASK: { name: t('Unmask'), about: t('Allow API credentials to read unmasked account numbers') },
  REQUEST_PAYMENT: { name: t('Request payment'), about: t('Create and disable payment links') },
  MANAGE_LINKS: {
    name: t('Manage acquirer links'),
    about: t('Operator only: create, change, enable and test acquirer links'),
  },
  MANAGE_ROUTES: {
    name: t('Manage routes'),
    about: t('Operator only: change the routes of merchants to acquirers and providers'),
  },
  VIEW_MESSAGES: {
    name: t('View messages'),
    about: t('View the messages exchanged with acquirers about an order, masked'),
  },
}

const isSame = (some: readonly Permission[], others: readonly Permission[]) =>
  some.length === others.length && some.every((permission) => others.includes(permission))

/** The name of the role that holds exactly these permissions. */
export function roleOf(held: readonly Permission[]): string | undefined {
  return Object.entries(roles).find(([, ofRole]) => isSame(ofRole, held))?.[0]
}

/** "Bookkeeper", or the permissions one by one. */
export function roleLabel(held: readonly Permission[]): string {
  const role = roleOf(held)
  if (role !== undefined) return codeText(role)
  const named = permissions
    .filter((permission) => held.includes(permission))
    .map((permission) => permissionLabels[permission].name)
  return named.length === 0 ? t('None') : named.join(', ')
}
