// Lists a merchant's API passwords.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { passwordData, passwordsText } from './view.ts'

export const merchantPasswordList = command({
  name: 'merchant password list',
  purpose: "Lists a merchant's API passwords with their operations, creator and last use.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const { passwords } = access
      return commandDone({ merchantId, passwords: passwords.map(passwordData) }, passwordsText(passwords))
    }),
})
