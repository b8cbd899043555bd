// Rights in words.
import { type Right, rights, roles } from '../../../../src/domain/users/user.ts'
import { codeText } from './text.ts'

export const operatorLabel = 'the operator'

export const rightLabels: Readonly<Record<Right, { readonly name: string; readonly about: string }>> = {
  VIEW: { name: 'View', about: 'View orders, tokens, reports, settlement and the delivery log' },
  PAY: { name: 'Pay', about: 'Take payments, authorize and verify cards manually' },
  CAPTURE: { name: 'Capture', about: 'Capture payments, update authorizations and close batches' },
  REFUND: { name: 'Refund', about: 'Refund payments or request a refund' },
  VOID: { name: 'Void', about: 'Void transactions before they are settled' },
  APPROVE: {
    name: 'Approve',
    about: 'Approve or decline refund requests, payments held for review and API credentials',
  },
  CONFIGURE: { name: 'Configure', about: 'Manage API credentials, certificates, webhooks, risk rules and tokens' },
  MANAGE_USERS: { name: 'Manage users', about: 'Manage users and permissions, and view the audit log' },
  UNMASK: { name: 'Unmask', about: 'Allow API credentials to read unmasked account numbers' },
  REQUEST_PAYMENT: { name: 'Request payment', about: 'Create and disable payment links' },
  VIEW_MESSAGES: { name: 'View messages', about: 'View the messages exchanged with acquirers about an order, masked' },
}

const isSame = (some: readonly Right[], others: readonly Right[]) =>
  some.length === others.length && some.every((right) => others.includes(right))

/** The name of the role that holds exactly these rights. */
export function roleOf(held: readonly Right[]): string | undefined {
  return Object.entries(roles).find(([, ofRole]) => isSame(ofRole, held))?.[0]
}

/** "Bookkeeper", or the rights one by one. */
export function roleLabel(held: readonly Right[]): string {
  const role = roleOf(held)
  if (role !== undefined) return codeText(role)
  const named = rights.filter((right) => held.includes(right)).map((right) => rightLabels[right].name)
  return named.length === 0 ? 'None' : named.join(', ')
}
