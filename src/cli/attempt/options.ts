// What the commands about transactions under manual resolution have in common: the transaction, and the refusals.
import { transactionRows } from '../../contract/groups/transaction.ts'
import type { ProposalResult, ResolutionResult } from '../../payments/operations/manual/resolve-attempt.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import { orderArguments } from '../order/options.ts'
import { orderName } from '../order/result.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import { type Arguments, textValue } from '../rows.ts'
import { printable } from '../table.ts'

export const attemptArguments = {
  ...orderArguments,
  transactionId: textValue(transactionRows.id, '<transactionId>', 'The transaction; see "attempt list".'),
} as const satisfies Arguments

export const proposalOption = textValue(
  { type: transactionRows.id.type },
  '<proposalId>',
  'Only this proposal, as "attempt list --json" shows it. Default: the current one.',
)

export function transactionName({ orderId, transactionId }: TransactionKey): string {
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
  BUSY: (name) => `Another transaction of the order of ${name} is in progress. Nothing was recorded; try again.`,
}

export function refuseAttemptCommand(kind: AttemptRefusal, key: TransactionKey): CommandRefusal {
  return commandRefused(messages[kind](transactionName(key)))
}
