// What is said of an order that is disputed, in every list of orders.
import { t } from '../language/text.ts'

export function disputedText(money: string): string {
  return t('{money} disputed', { money })
}
