// Declines what an operator has proposed about a transaction under manual resolution.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { declineResolution } from '../../payments/operations/manual/resolve-attempt.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { attemptArguments, proposalOption, refuseAttemptCommand, transactionName } from './options.ts'
import { commandActor, userOption } from '../options.ts'

export const attemptDecline = command({
  name: 'attempt decline',
  purpose: 'Declines a proposed outcome, or withdraws your own proposal; the transaction stays as it is.',
  arguments: attemptArguments,
  options: { proposal: proposalOption, user: userOption },
  example: 'SHOP1 order-1 2',
  run: ({ merchantId, orderId, transactionId, proposal: proposalId, user }, context) =>
    withOperations(context, async ({ ports }) => {
      const key = { merchantId, orderId, transactionId }
      const actor = commandActor(user)
      const result = await declineResolution({ key, actor, ...omitUndefined({ proposalId }) }, ports)
      if (result.kind !== 'RESOLVED' && result.kind !== 'DECLINED') return refuseAttemptCommand(result.kind, key)
      const { outcome } = result
      return commandDone({ ...key, outcome }, `Declined ${outcome.toLowerCase()} for ${transactionName(key)}.`)
    }),
})
