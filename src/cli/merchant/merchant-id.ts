// The merchant argument of every command about a merchant.
import { merchantIdRow } from '../../contract/routes.ts'
import { type CommandResult, commandRefused } from '../result.ts'
import { textValue } from '../rows.ts'

export const merchantIdArgument = textValue(
  merchantIdRow,
  '<merchantId>',
  `The merchant's id: letters and digits, ${merchantIdRow.type.bounds}.`,
)

export function unknownMerchant(merchantId: string): CommandResult {
  return commandRefused(`Merchant ${merchantId} does not exist.`)
}
