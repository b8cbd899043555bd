// Proposes how a transaction under manual resolution ends.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { proposeResolution } from '../../payments/operations/manual/resolve-attempt.ts'
import type { ManualOutcome } from '../../payments/rules/manual-resolution.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { choiceValue, requiredOption, textValue } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { attemptArguments, refuseAttemptCommand, transactionName } from './options.ts'
import { commandActor, noteOption, userOption } from '../options.ts'

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
    withOperations(context, async ({ ports }) => {
      const key = { merchantId, orderId, transactionId }
      const proposed = { outcome: outcomes[outcome], reason, ...omitUndefined({ authorizationCode }) }
      const result = await proposeResolution({ key, actor: commandActor(user), ...proposed }, ports)
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
