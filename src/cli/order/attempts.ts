// Commands about transactions under manual resolution: list, propose, approve, decline.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { formatMoney } from '../../kernel/money.ts'
import {
  approveResolution,
  declineResolution,
  type HeldAttempt,
  type ManualOutcome,
  type ProposalResult,
  possibleOutcomes,
  proposeResolution,
  type ResolutionResult,
  type TransactionKey,
} from '../../payments/index.ts'
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, noteOption, unknownMerchant, userOption } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { type Arguments, choiceValue, requiredOption, textValue } from '../rows.ts'
import { defaultLimit, minorMoneyText, moreText, pageOptions } from '../search.ts'
import { printable, table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'
import { orderArguments, orderName } from './order-command.ts'

/** What the commands about transactions under manual resolution have in common: the transaction, and the refusals. */
const attemptArguments = {
  ...orderArguments,
  transactionId: textValue(transactionRows.id, '<transactionId>', 'The transaction; see "attempt list".'),
} as const satisfies Arguments

const proposalOption = textValue(
  { type: transactionRows.id.type },
  '<proposalId>',
  'Only this proposal, as "attempt list --json" shows it. Default: the current one.',
)

function transactionName({ orderId, transactionId }: TransactionKey): string {
  return `transaction ${printable(transactionId)} of order ${orderName(orderId)}`
}

type AttemptRefusal = Exclude<
  ProposalResult['kind'] | ResolutionResult['kind'],
  'PROPOSED' | 'RESOLVED' | 'DECLINED' | 'NOT_POSSIBLE'
>

const messages: Readonly<Record<AttemptRefusal, (name: string) => string>> = {
  NOT_HELD: (name) => `No manual resolution is required for ${name}; see "attempt list".`,
  ALREADY_PROPOSED: (name) => `A proposal for ${name} is already waiting; approve or decline it first.`,
  CODE_WITHOUT_APPROVAL: () => '--authorization-code is only possible with --outcome approved.',
  NOTHING_PROPOSED: (name) => `No such proposal for ${name} is waiting.`,
  OWN_PROPOSAL: (name) => `You cannot approve your own proposal for ${name}; another user must do it.`,
  MOVED_ON: (name) => `The proposal is no longer valid: ${name} has changed since. See "attempt list".`,
  LOCKED: (name) => `Another transaction of the order of ${name} is in progress. Nothing was recorded; try again.`,
}

function refuseAttemptCommand(kind: AttemptRefusal, key: TransactionKey): CommandRefusal {
  return commandRefused(messages[kind](transactionName(key)))
}

export const attemptList = command({
  name: 'attempt list',
  purpose: 'Lists transactions whose outcome the acquirer can neither report nor reverse, with proposed outcomes.',
  arguments: {},
  options: { merchant: { ...merchantIdArgument, description: 'Only transactions of this merchant.' }, ...pageOptions },
  example: '--merchant SHOP1',
  notes: () =>
    `Ask the acquirer about each by its reference there, then use "attempt resolve". Why:
CANNOT_BE_SETTLED: the acquirer can neither report nor reverse it; the order is locked.
OUTCOME_REFUSED: the outcome could not be recorded; the transaction failed and is reversed.
REVERSAL_REFUSED, REVERSAL_UNSUPPORTED: the transaction failed, or the last part of a refund, and the acquirer did not
or cannot reverse it.`,
  run: ({ merchant, limit = defaultLimit, after }, context) =>
    withOperations(context, async ({ dependencies: { manualResolutions }, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const { rows, next } = await manualResolutions.list(merchant, { limit, after })
      const text = rows.length === 0 ? 'No transaction needs manual resolution.' : `${listText(rows)}${moreText(next)}`
      return commandDone({ attempts: rows.map(attemptData), next: next ?? null }, text)
    }),
})

function attemptData(attempt: HeldAttempt): object {
  const { key, link, amountMinor, claim: _, isLastPart: __, ...held } = attempt
  const { adapter, acquirerId, acquirerMerchantId } = link
  return {
    ...key,
    ...held,
    amount: formatMoney({ amountMinor, currency: held.currency }),
    acquirer: { adapter, acquirerId, acquirerMerchantId },
    possibleOutcomes: possibleOutcomes(attempt),
  }
}

function listText(rows: readonly HeldAttempt[]): string {
  return table(
    [
      'MERCHANT',
      'ORDER',
      'TRANSACTION',
      'TYPE',
      'AMOUNT',
      'ACQUIRER',
      'ACQUIRER REFERENCE',
      'SINCE',
      'WHY',
      'REVERSAL',
      'PROPOSED',
    ],
    rows.map((held) => [
      held.key.merchantId,
      held.key.orderId,
      held.key.transactionId,
      held.type,
      minorMoneyText(held.amountMinor, held.currency),
      `${held.link.acquirerId} ${held.link.acquirerMerchantId}`,
      held.acquirerReference,
      timestampText(held.since),
      held.why,
      held.reversal ?? (held.isReversalSent ? 'SENT' : ''),
      proposalText(held),
    ]),
  )
}

function proposalText({ proposal }: HeldAttempt): string {
  if (!proposal) return ''
  const { outcome, authorizationCode, reason, proposedBy } = proposal
  const code = authorizationCode === undefined ? '' : ` (authorization code ${authorizationCode})`
  return `${outcome.toLowerCase()}${code} by ${proposedBy}: ${reason}`
}

const outcomes = { approved: 'APPROVED', failed: 'FAILED', reversed: 'REVERSED' } as const satisfies Readonly<
  Record<string, ManualOutcome>
>
type OutcomeWord = keyof typeof outcomes
const words = Object.keys(outcomes) as readonly OutcomeWord[]

export const attemptResolve = command({
  name: 'attempt resolve',
  purpose: 'Proposes the outcome of a transaction that needs manual resolution; another user must approve it.',
  arguments: attemptArguments,
  options: {
    outcome: requiredOption(choiceValue(words, '<outcome>', 'What the acquirer has done.')),
    reason: requiredOption({
      ...noteOption({ type: transactionRows.merchantNote.type }),
      description: 'How you know, such as whom you asked at the acquirer: up to 250 characters, no account numbers.',
    }),
    authorizationCode: textValue(
      transactionRows.authorizationCode,
      '<code>',
      "The acquirer's authorization code, if it was approved.",
    ),
    user: userOption,
  },
  example: 'SHOP1 order-1 2 --outcome approved --reason "Confirmed by the acquirer, case 4711"',
  notes: () => 'Nothing is sent to the acquirer, and nothing changes before the approval with "attempt approve".',
  run: ({ merchantId, orderId, transactionId, outcome, reason, authorizationCode, user }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId, transactionId }
      const proposed = { outcome: outcomes[outcome], reason, authorizationCode }
      const result = await proposeResolution({ key, actor: commandActor(user), ...proposed }, dependencies)
      if (result.kind === 'NOT_POSSIBLE') return commandRefused(notPossibleText(transactionName(key), result.possible))
      if (result.kind !== 'PROPOSED') return refuseAttemptCommand(result.kind, key)
      const { proposalId } = result
      const text = `Proposed ${outcome} for ${transactionName(key)}. Another user must approve it with "attempt approve".`
      return commandDone({ ...key, proposalId, ...proposed }, text)
    }),
})

function notPossibleText(name: string, possible: readonly ManualOutcome[]): string {
  if (possible.length === 0)
    return `The ${name} was rejected in review but not reversed: refund it with "order refund", or ask the acquirer to.`
  return `The failure of ${name} was already reported to the merchant: only ${possible.map((word) => word.toLowerCase()).join(' or ')} is possible.`
}

export const attemptApprove = command({
  name: 'attempt approve',
  purpose: 'Records the outcome that another user has proposed; a locked order is released.',
  arguments: attemptArguments,
  options: { proposal: proposalOption, user: userOption },
  example: 'SHOP1 order-1 2',
  run: ({ merchantId, orderId, transactionId, proposal: proposalId, user }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId, transactionId }
      const actor = commandActor(user)
      const result = await approveResolution({ key, actor, proposalId }, dependencies)
      if (result.kind !== 'RESOLVED' && result.kind !== 'DECLINED') return refuseAttemptCommand(result.kind, key)
      const { outcome } = result
      return commandDone({ ...key, outcome }, `Recorded ${outcome.toLowerCase()} for ${transactionName(key)}.`)
    }),
})

export const attemptDecline = command({
  name: 'attempt decline',
  purpose: 'Declines a proposed outcome, or withdraws your own proposal; the transaction stays as it is.',
  arguments: attemptArguments,
  options: { proposal: proposalOption, user: userOption },
  example: 'SHOP1 order-1 2',
  run: ({ merchantId, orderId, transactionId, proposal: proposalId, user }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId, transactionId }
      const actor = commandActor(user)
      const result = await declineResolution({ key, actor, proposalId }, dependencies)
      if (result.kind !== 'RESOLVED' && result.kind !== 'DECLINED') return refuseAttemptCommand(result.kind, key)
      const { outcome } = result
      return commandDone({ ...key, outcome }, `Declined ${outcome.toLowerCase()} for ${transactionName(key)}.`)
    }),
})
