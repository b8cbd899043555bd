// Lists a merchant's wallet keys.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { keyData, keysText } from './wallet-options.ts'

export const walletKeyList = command({
  name: 'wallet key list',
  purpose: "Lists a merchant's keys for device payments, without the keys themselves.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const keys = await walletKeys.list(merchantId)
      return commandDone({ merchantId, keys: keys.map(keyData) }, keysText(keys))
    }),
})
