// Creates the key for a merchant's identity certificate at Apple, with its signing request.
import { requestIdentityCertificate } from '../../wallets/operations/manage-wallets.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { registrationText } from './wallet-options.ts'

export const walletCertificateRequest = command({
  name: 'wallet certificate request',
  purpose:
    'Creates a key for the Apple Pay merchant identity certificate of a merchant and prints the signing request for Apple; the present certificate stays in use until the new one is added.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  run: ({ merchantId, user }, context) =>
    withAdministration(context, async (ports) => {
      if (!(await ports.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const registration = await requestIdentityCertificate(merchantId, commandAuditStamp(user), ports)
      return commandDone({ merchantId, registration }, registrationText(registration))
    }),
})
