// Removes a merchant's wallet key.
import { FieldError } from '../../contract/row.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { requiredOption, type ValueRow } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { walletOption } from './wallet-options.ts'

const publicKeyHashRow: ValueRow<string> = {
  kind: 'value',
  placeholder: '<64 hex>',
  description: 'The SHA-256 hash of its public key, as shown by "wallet key list".',
  parse: (text) =>
    /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : new FieldError('must be 64 hexadecimal digits'),
}

export const walletKeyRemove = command({
  name: 'wallet key remove',
  purpose: 'Deletes a key for device payments; every gateway refuses payloads for it within a second.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, key: requiredOption(publicKeyHashRow), user: userOption },
  example: `SHOP1 --wallet APPLE_PAY --key ${'0f1e2d3c'.repeat(8)}`,
  run: ({ merchantId, wallet, key: publicKeyHash, user }, context) =>
    withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      if (!(await walletKeys.remove({ merchantId, wallet, publicKeyHash }, commandAuditStamp(user))))
        return commandRefused(`${merchantId} has no such ${wallet} key.`)
      return commandDone({ merchantId, wallet, publicKeyHash, removed: true }, `Removed key ${publicKeyHash}.`)
    }),
})
