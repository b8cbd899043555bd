// The owner of the rules and lists of a risk command: a merchant's, or the operator's for all merchants.
import { merchantIdRow } from '../../contract/routes.ts'
import { operatorLists } from '../../risk/ports/risk-store.ts'
import { type UsageError, usageError } from '../result.ts'
import { flag, type Options, textValue } from '../rows.ts'

export const merchantOption = textValue(merchantIdRow, '<merchantId>', 'The merchant whose rules and lists to use.')

export const ownerOptions = {
  merchant: merchantOption,
  operator: flag("The operator's own rules and lists, which apply to every merchant and cannot be bypassed."),
} as const satisfies Options

export interface RiskRuleOwner {
  readonly kind: 'OWNER'
  /** Undefined for the operator. */
  readonly merchantId: string | undefined
  /** The owner that the lists are stored under. */
  readonly listsId: string
  readonly name: string
}

export function readRiskRuleOwner({
  merchant,
  operator,
}: {
  readonly merchant: string | undefined
  readonly operator: true | undefined
}): UsageError | RiskRuleOwner {
  if ((merchant === undefined) === (operator === undefined))
    return usageError('Specify either --merchant or --operator.')
  const name = merchant ?? 'the operator'
  return { kind: 'OWNER', merchantId: merchant, listsId: merchant ?? operatorLists, name }
}
