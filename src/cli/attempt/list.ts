// Lists transactions that only operators can end.
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { HeldAttempt } from '../../payments/ports/manual-resolutions.ts'
import { possibleOutcomes } from '../../payments/rules/manual-resolution.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { defaultLimit, pageOptions } from '../search-options.ts'
import { minorMoneyText, moreText } from '../search-view.ts'
import { table, timestampText } from '../table.ts'
import { withOperations } from '../with-installation.ts'

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
    withOperations(context, async ({ ports: { manualResolutions }, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const { rows, next } = await manualResolutions.list(merchant, { limit, ...omitUndefined({ after }) })
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
