// Everything that is known of an order, masked, and the actions that the user may take on it now.
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { formatMoney } from '../../kernel/money.ts'
import { actorName, type Permission, type User } from '../../kernel/user.ts'
import { holdsPrivilege, linkRevisionOf, type Merchant, permitsOperation } from '../../merchants/index.ts'
import {
  availableActions,
  chargedBackMinor,
  disputedMinor,
  disputeEventOf,
  disputeStateOf,
  disputesOf,
  isBegunBy,
  isInReview,
  isSuccessful,
  maskFurther,
  type OrderAction,
  type OrderKey,
  openReversalIn,
  type StoredOrder,
  type StoredTransaction,
  statusOf,
  totalsOf,
  worstReversalIn,
} from '../../payments/index.ts'
import type { ConsoleContext } from '../context.ts'
import type {
  AvailableActionBody,
  OrderDetailsBody,
  PaymentMethodBody,
  TransactionDetailsBody,
} from '../response-bodies/orders.ts'
import { answersTo, disputeBody } from './disputes.ts'
import { deliverySummary } from './webhooks.ts'

interface OrderViewer {
  readonly merchant: Merchant
  readonly user: User
}

/** The notifications of one order; those beyond are in the delivery log. */
const notificationsMax = 100

export async function orderPage(
  key: OrderKey,
  looked: OrderViewer,
  { dependencies }: ConsoleContext,
): Promise<OrderDetailsBody | undefined> {
  const [stored, events, deliveries, answers, notes, paymentLink] = await Promise.all([
    dependencies.store.findOrder(key),
    dependencies.store.listEvents(key),
    dependencies.deliveries.list({ ...key, limit: notificationsMax }),
    dependencies.disputeAnswers.list(key.merchantId, [key.orderId]),
    dependencies.orderNotes.list(key),
    dependencies.paymentLinks.findPaymentLinkOf(key.merchantId, key.orderId),
  ])
  if (!stored) return undefined
  const { order, transactions } = stored
  const { currency, amountMinor, createdAt, updatedAt, isLocked } = order
  const totals = totalsOf(order.transactions)
  const money = (minor: bigint) => formatMoney({ amountMinor: minor, currency })
  const disputes = disputesOf(transactions.map(disputeEventOf))
  // A request is not changed by its approval: the refund names it.
  const approved = new Set(order.transactions.filter(isSuccessful).map((each) => each.approvesTransactionId))
  const now = dependencies.clock.now()
  const [closed, paymentMethod] = await Promise.all([
    closedBatches(key, stored, dependencies),
    findPaymentMethod(transactions, dependencies),
  ])
  const actions = availableActions(order, {
    mayExceedCapture: holdsPrivilege(looked.merchant, 'EXCESS_CAPTURE'),
    mayExceedRefund: holdsPrivilege(looked.merchant, 'EXCESS_REFUND'),
    isSettlementBatchClosed: (batch) => closed.has(batch),
  })
  return {
    ...key,
    status: statusOf(order.transactions) ?? null,
    isInReview: isInReview(order.transactions),
    openReversal: worstReversalIn(stored),
    isLocked,
    currency,
    amount: money(amountMinor),
    authorized: money(totals.authorizedMinor),
    captured: money(totals.capturedMinor),
    refunded: money(totals.refundedMinor),
    disputed: money(disputedMinor(disputes)),
    chargedBack: money(chargedBackMinor(order.transactions)),
    createdAt,
    updatedAt,
    transactions: transactions.map((transaction) => ({
      ...transactionOf(transaction, currency, looked.merchant),
      decision: approved.has(transaction.key.transactionId) ? 'ACCEPTED' : transaction.decision,
      openReversal: openReversalIn(stored, transaction),
      isSettlementBatchClosed: transaction.batch !== undefined && closed.has(transaction.batch),
    })),
    disputes: disputes.map((dispute) =>
      disputeBody(dispute, { currency, answers: answersTo(key.orderId, dispute, answers), now }),
    ),
    events: events.map(({ number, kind, transactionId, at }) => ({ number, kind, transactionId, at })),
    notifications: deliveries.map(deliverySummary),
    notes,
    paymentLink,
    paymentMethod,
    actions: actions
      .filter((action) => mayTake(action, looked, transactions))
      .map((action) => actionBody(action, money, looked.merchant.profile.refundsNeedApproval)),
  }
}

async function closedBatches(
  { merchantId }: OrderKey,
  { transactions }: StoredOrder,
  { store }: ConsoleContext['dependencies'],
): Promise<ReadonlySet<number>> {
  const byAcquirer = Map.groupBy(transactions, ({ link }) => link.acquirerId)
  const closed = await Promise.all(
    [...byAcquirer].map(([acquirerId, theirs]) => {
      const batches = theirs.flatMap(({ batch }) => batch ?? [])
      return batches.length === 0 ? [] : store.findClosedSettlementBatches({ merchantId, acquirerId, batches })
    }),
  )
  return new Set(closed.flatMap((numbers) => [...numbers]))
}

/** Requests and answers as they are stored: account numbers masked, without security codes. */
function transactionOf(
  stored: StoredTransaction,
  currency: string,
  { profile }: Merchant,
): Omit<TransactionDetailsBody, 'decision' | 'openReversal' | 'isSettlementBatchClosed'> {
  const { key, amountMinor, gatewayCode, link, risk, request, response } = stored
  return {
    transactionId: key.transactionId,
    type: stored.type,
    currency,
    amount: formatMoney({ amountMinor, currency }),
    result: gatewayCode === undefined ? 'PENDING' : gatewayCodes[gatewayCode].result,
    gatewayCode,
    timeOfRecord: stored.recordedAt,
    updatedAt: stored.updatedAt,
    entryPoint: stored.entryPoint,
    userId: request.userId,
    amountSource: request.amountSource,
    targetTransactionId: stored.targetTransactionId,
    approvesTransactionId: stored.approvesTransactionId,
    acquirerId: link.acquirerId,
    linkId: linkRevisionOf(link).linkId,
    failedOver: link.failedOver?.map(({ linkId, why }) => ({ linkId, why })),
    batch: stored.batch,
    // Once the acquirer has answered, its checks of the payer count, too.
    risk: response?.risk?.response?.gatewayCode ?? risk?.verdict,
    disputeState: stored.type === 'CHARGEBACK' ? disputeStateOf(disputeEventOf(stored)) : undefined,
    reversal: stored.reversal,
    manualResolution: stored.manualResolution,
    request: maskFurther(request, profile.cardMasking),
    response: response && maskFurther(response, profile.cardMasking),
  }
}

const permissionFor: Readonly<Record<OrderAction['kind'], Permission>> = {
  CAPTURE: 'CAPTURE',
  DECIDE_REFUND: 'APPROVE',
  REFUND: 'REFUND',
  REVIEW: 'APPROVE',
  UPDATE_AUTHORIZATION: 'CAPTURE',
  VOID: 'VOID',
}

/**
 * The actions that the order allows, limited by the user's permissions, the merchant's profile and approval by two
 * users.
 */
function mayTake(
  action: OrderAction,
  { merchant, user }: OrderViewer,
  transactions: readonly StoredTransaction[],
): boolean {
  if (!user.permissions.includes(permissionFor[action.kind])) return false
  if (!('transactionId' in action)) return permitsOperation(merchant, action.kind)
  const awaited = transactions.find(({ key }) => key.transactionId === action.transactionId)
  return awaited !== undefined && !isBegunBy(awaited, actorName(user))
}

function actionBody(
  action: OrderAction,
  money: (minor: bigint) => string,
  needsApproval: boolean,
): AvailableActionBody {
  switch (action.kind) {
    case 'CAPTURE':
      return { kind: action.kind, left: money(action.leftMinor) }
    case 'REFUND':
      return {
        kind: action.kind,
        targetTransactionId: action.targetTransactionId,
        left: money(action.leftMinor),
        needsApproval,
      }
    case 'UPDATE_AUTHORIZATION':
      return { kind: action.kind, authorized: money(action.authorizedMinor) }
    default:
      return action
  }
}

/** Which transaction an order was paid with, and where the card was issued. */
async function findPaymentMethod(
  transactions: readonly StoredTransaction[],
  { cardCountries }: Pick<ConsoleContext['dependencies'], 'cardCountries'>,
): Promise<PaymentMethodBody | undefined> {
  const shown = transactionPaidWith(transactions)
  if (!shown) return undefined
  const firstSix = firstSixOf(shown)
  const issuerCountry = firstSix === undefined ? undefined : await cardCountries.find(firstSix)
  return { transactionId: shown.key.transactionId, issuerCountry }
}

/** The latest that succeeded with an instrument of its own; the latest that was tried when none has. */
function transactionPaidWith(transactions: readonly StoredTransaction[]): StoredTransaction | undefined {
  const withInstrument = transactions.filter(
    ({ targetTransactionId, request, response }) =>
      targetTransactionId === undefined && (request.sourceOfFunds ?? response?.sourceOfFunds) !== undefined,
  )
  const isSuccess = ({ gatewayCode }: StoredTransaction) =>
    gatewayCode !== undefined && gatewayCodes[gatewayCode].result === 'SUCCESS'
  return withInstrument.findLast(isSuccess) ?? withInstrument.at(-1)
}

/** Stored numbers are masked after the sixth digit. */
function firstSixOf({ request, response }: StoredTransaction): string | undefined {
  const number = response?.sourceOfFunds?.provided?.card?.number ?? request.sourceOfFunds?.provided?.card?.number
  return number?.match(/^\d{6}(?=x)/)?.[0]
}
