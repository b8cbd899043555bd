// Whose rules and lists a risk command is about: a merchant's, or the operator's for all merchants.
import type { Administration } from '../compose.ts'
import { merchantIdRow } from '../contract/routes.ts'
import type { RiskRules } from '../domain/risk.ts'
import type { By } from '../ports/people.ts'
import { operatorLists } from '../ports/risk-store.ts'
import { type Misuse, misused } from './result.ts'
import { flag, type Options, text } from './rows.ts'

export const merchantOption = text(merchantIdRow, '<merchantId>', 'The merchant whose rules and lists are meant.')

export const ownerOptions = {
  merchant: merchantOption,
  operator: flag("The operator's own, which hold for every merchant and cannot be bypassed."),
} as const satisfies Options

export interface Owner {
  readonly kind: 'owner'
  /** Undefined for the operator. */
  readonly merchantId: string | undefined
  /** Under which the lists are kept. */
  readonly listsId: string
  readonly name: string
}

export function ownerOf({
  merchant,
  operator,
}: {
  readonly merchant: string | undefined
  readonly operator: true | undefined
}): Misuse | Owner {
  if ((merchant === undefined) === (operator === undefined)) return misused('Give either --merchant or --operator.')
  const name = merchant ?? 'the operator'
  return { kind: 'owner', merchantId: merchant, listsId: merchant ?? operatorLists, name }
}

/** Undefined when there is no such merchant. */
export async function readRules(
  { merchants, risk }: Pick<Administration, 'merchants' | 'risk'>,
  { merchantId }: Owner,
): Promise<RiskRules | undefined> {
  if (merchantId === undefined) return risk.operatorRules()
  return (await merchants.find(merchantId))?.merchant.profile.risk
}

export async function writeRules(
  { merchants, risk }: Pick<Administration, 'merchants' | 'risk'>,
  { merchantId }: Owner,
  rules: RiskRules,
  by: By,
): Promise<void> {
  if (merchantId === undefined) {
    await risk.setOperatorRules(rules, by)
    return
  }
  const access = await merchants.find(merchantId)
  if (!access) throw new Error(`merchant ${merchantId} is gone`)
  await merchants.update({ id: merchantId, profile: { ...access.merchant.profile, risk: rules } }, by)
}
