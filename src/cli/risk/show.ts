// Shows the risk rules that apply to a merchant's payments.
import { command } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantOption } from './owner.ts'
import { rulesText } from './view.ts'

export const riskShow = command({
  name: 'risk show',
  purpose: "Shows the operator's risk rules and those of a merchant.",
  arguments: {},
  options: { merchant: merchantOption },
  example: '--merchant SHOP1',
  run: ({ merchant }, context) =>
    withAdministration(context, async ({ merchants, risk }) => {
      const operator = await risk.operatorRules()
      const operatorText = `Operator rules, for every merchant:\n\n${rulesText(operator)}`
      if (merchant === undefined) return commandDone({ operator }, operatorText)

      const access = await merchants.find(merchant)
      if (!access) return unknownMerchant(merchant)
      const { risk: rules } = access.merchant.profile
      return commandDone(
        { operator, merchant: { id: merchant, ...rules } },
        `${operatorText}\n\nRules of ${merchant}:\n\n${rulesText(rules)}`,
      )
    }),
})
