// Lets a payer take back the consent to later payments, at the simulated provider A, which tells the gateway of it.
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
  purpose: 'Withdraws a billing agreement at the simulated provider A; running gateways hear of it in a second.',
  arguments: {
    account: textValue(accountRow, '<account>', "The merchant's account with the provider, as its profile has it."),
    agreementId: textValue(agreementRow, '<agreementId>', 'The id that the provider gave to the agreement.'),
  },
  options: {},
  example: 'TESTMERCHANT-PROVIDER_A B-00000A1B2C3D4E5F6',
  notes: () => 'Every token that holds the agreement becomes invalid, and the provider declines payments by its id.',
  run: ({ account, agreementId }, surroundings) =>
    withOperations(surroundings, async ({ providers }) => {
      const provider = providers?.byAdapter.get('simulated-provider-a')
      if (!provider) return commandRefused('The simulated providers are there in the sandbox alone.')
      if (!(await provider.withdraw({ acquirerMerchantId: account, agreementId })))
        return commandRefused(`${account} has no such agreement that stands.`)
      return commandDone({ account, agreementId }, `The payer has withdrawn from ${agreementId}.`)
    }),
})
