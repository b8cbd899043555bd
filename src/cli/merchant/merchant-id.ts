// How every command about a merchant is told which one.
import { merchantIdRow } from '../../contract/routes.ts'
import { type Result, refused } from '../result.ts'
import { text } from '../rows.ts'

export const merchantIdArgument = text(
  merchantIdRow,
  '<merchantId>',
  `The merchant's id: letters and digits, ${merchantIdRow.type.bounds}.`,
)

export function unknownMerchant(merchantId: string): Result {
  return refused(`There is no merchant ${merchantId}.`)
}
