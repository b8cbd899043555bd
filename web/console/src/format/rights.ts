// Rights in words.
import { type Right, rights, roles } from '../../../../src/domain/users/user.ts'
import { codeText } from './text.ts'

export const operatorLabel = 'the operator'

export const rightLabels: Readonly<Record<Right, { readonly name: string; readonly about: string }>> = {
  VIEW: { name: 'View', about: 'Read orders, tokens, figures, settlement and the delivery log' },
  PAY: { name: 'Pay', about: 'Authorize, pay and verify by hand' },
  CAPTURE: { name: 'Capture', about: 'Capture, update authorizations, close batches' },
  REFUND: { name: 'Refund', about: 'Refund, or ask for a refund' },
  VOID: { name: 'Void', about: 'Undo a transaction before it is settled' },
  APPROVE: { name: 'Approve', about: 'Decide about refund requests, payments that were held back and API credentials' },
  CONFIGURE: { name: 'Configure', about: 'Passwords, certificates, notifications, risk rules, tokens' },
  MANAGE_USERS: { name: 'Manage people', about: 'People and their rights, and reading the audit' },
  UNMASK: { name: 'Unmask', about: 'Let programs see account numbers in clear' },
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
  return named.length === 0 ? 'Nothing' : named.join(', ')
}
