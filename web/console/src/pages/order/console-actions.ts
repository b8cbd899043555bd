// The actions on an order, defined once: texts, service and input of each.
import type { ManualActionInput } from '../../../../../src/console/request-bodies.ts'
import type { Privilege } from '../../../../../src/merchants/rules/merchant.ts'
import { isSameAmount } from '../../format/amount-rule.ts'
import { moneyText } from '../../format/money.ts'
import { typeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import type { AvailableAction, OrderDetails } from '../orders/wire.ts'

export type ConsoleActionKind = 'CAPTURE' | 'REFUND' | 'VOID' | 'UPDATE_AUTHORIZATION'

export interface ActionTarget {
  readonly transactionId: string
  readonly label: string
  /** What is left of it. */
  readonly left?: string
}

export interface ConsoleAction {
  readonly kind: ConsoleActionKind
  readonly button: string
  readonly title: string
  readonly about: string
  /** The end of the service's path. */
  readonly service: string
  readonly isDangerous: boolean
  readonly hasAmount: boolean
  /** With it the amount may be more than what is left. */
  readonly beyondBy?: Privilege
  /** How much there is, where no target says so. */
  readonly left?: string
  readonly targets: readonly ActionTarget[]
  confirm(amount: string, currency: string): string
}

const actionTexts = {
  CAPTURE: {
    button: t('Capture||button'),
    title: t('Capture'),
    about: t('Captures the authorized amount in full or in part.'),
    service: 'captures',
    isDangerous: false,
    hasAmount: true,
    beyondBy: 'EXCESS_CAPTURE',
    confirm: (amount, currency) => t('Capture {money}', { money: moneyText(amount, currency) }),
  },
  REFUND: {
    button: t('Refund||button'),
    title: t('Refund'),
    about: t('Refunds the payer in full or in part.'),
    service: 'refunds',
    isDangerous: true,
    hasAmount: true,
    beyondBy: 'EXCESS_REFUND',
    confirm: (amount, currency) => t('Refund {money}', { money: moneyText(amount, currency) }),
  },
  VOID: {
    button: t('Void||button'),
    title: t('Void a transaction'),
    about: t('Cancels a transaction that has not been settled. This cannot be undone.'),
    service: 'voids',
    isDangerous: true,
    hasAmount: false,
    confirm: () => t('Void transaction'),
  },
  UPDATE_AUTHORIZATION: {
    button: t('Update authorization'),
    title: t('Update authorization'),
    about: t('Changes the authorized amount. Leave the amount unchanged to extend the authorization.'),
    service: 'authorization-updates',
    isDangerous: false,
    hasAmount: true,
    confirm: (amount, currency) => t('Update to {money}', { money: moneyText(amount, currency) }),
  },
} as const satisfies Record<ConsoleActionKind, Omit<ConsoleAction, 'kind' | 'targets' | 'left'>>

/** Where another user has to approve it, nothing is refunded yet. */
const requestTexts = {
  button: t('Request refund'),
  title: t('Request refund'),
  about: t('Requests a refund. No money moves until another user approves it.'),
  confirm: (amount: string, currency: string) => t('Request refund of {money}', { money: moneyText(amount, currency) }),
} as const

const order: readonly ConsoleActionKind[] = ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']

/**
 * Those that the order offers now, each once, with all that it could be done to. Of a disputed order a refund comes last:
 * the bank may give the same money back, too.
 */
export function consoleActionsOf(shown: OrderDetails): readonly ConsoleAction[] {
  const offered = isDisputed(shown) ? [...order.filter((kind) => kind !== 'REFUND'), 'REFUND' as const] : order
  return offered.flatMap((kind) => {
    const ofKind = shown.actions.filter((action) => action.kind === kind)
    const [first] = ofKind
    if (!first) return []
    const left = leftOf(first)
    const targets = ofKind.flatMap((action) => targetOf(action, shown))
    const isRequest = first.kind === 'REFUND' && first.needsApproval
    const texts = { ...actionTexts[kind], ...(isRequest && requestTexts) }
    return [{ ...texts, kind, targets, ...(left !== undefined && { left }) }]
  })
}

/** A bank has claimed money of it back, or has asked about it. */
export function isDisputed({ disputes }: Pick<OrderDetails, 'disputes'>): boolean {
  return disputes.some(({ state }) => state !== 'WON')
}

function leftOf(action: AvailableAction): string | undefined {
  if (action.kind === 'UPDATE_AUTHORIZATION') return action.authorized
  return action.kind === 'CAPTURE' ? action.left : undefined
}

function targetOf(action: AvailableAction, { transactions, currency }: OrderDetails): readonly ActionTarget[] {
  if (!('targetTransactionId' in action)) return []
  const { targetTransactionId: transactionId } = action
  const target = transactions.find((each) => each.transactionId === transactionId)
  const what = target
    ? t('{type} of {amount}', { type: typeText(target.type), amount: moneyText(target.amount, currency) })
    : t('Transaction')
  const label = `${what} · ${transactionId}`
  return [action.kind === 'REFUND' ? { transactionId, label, left: action.left } : { transactionId, label }]
}

export interface ActionInput {
  readonly transactionId: string
  readonly amount: string
  readonly target: ActionTarget | undefined
  readonly note: string
}

/** What its service takes. */
export function consoleActionBody(
  action: ConsoleAction,
  { transactionId, amount, target, note }: ActionInput,
  currency: string,
): ManualActionInput {
  // An update without an amount makes the authorization last longer.
  const keepsAmount =
    action.kind === 'UPDATE_AUTHORIZATION' && action.left !== undefined && isSameAmount(amount, action.left, currency)
  return {
    transactionId,
    ...(action.hasAmount && !keepsAmount && { amount, currency }),
    ...(target && { targetTransactionId: target.transactionId }),
    ...(note.trim() && { merchantNote: note.trim() }),
  }
}
