// Withdraws a payer's consent to later payments, at the simulated provider A, which notifies the gateway.
import { isSimulatedProvider, simulatorLinks } from '../../compose/index.ts'
import { providerA } from '../../contract/groups/source-of-funds.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { textValue } from '../rows.ts'
import { withOperations } from '../with-installation.ts'

const { merchantId: accountRow } = transactionRows.acquirer.rows
const { id: agreementRow } = providerA.rows.billingAgreement.rows

export const sandboxWithdrawAgreement = command({
  name: 'sandbox withdraw-agreement',
  purpose: 'Withdraws a billing agreement at the simulated provider A; running gateways are notified within a second.',
  arguments: {
    account: textValue(accountRow, '<account>', "The merchant's account at the provider, as in its profile."),
    agreementId: textValue(agreementRow, '<agreementId>', "The provider's id of the agreement."),
  },
  options: {},
  example: 'TESTMERCHANT-PROVIDER_A B-00000A1B2C3D4E5F6',
  notes: () => 'Every token that holds the agreement becomes invalid, and the provider declines payments that use it.',
  run: ({ account, agreementId }, context) =>
    withOperations(context, async ({ ports }) => {
      const provider = ports.providers.of({ adapter: simulatorLinks.providers.PROVIDER_A })
      if (!isSimulatedProvider(provider)) return commandRefused('The simulated providers exist in the sandbox only.')
      if (!(await provider.withdraw({ acquirerMerchantId: account, agreementId })))
        return commandRefused(`${account} has no such active agreement.`)
      return commandDone({ account, agreementId }, `Agreement ${agreementId} was withdrawn.`)
    }),
})
