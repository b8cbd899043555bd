// Reads from providers which payers have withdrawn their consent to later payments: tokens that contain such an
// agreement may not be used any more. A withdrawal is acknowledged once that is stored; a repeated one changes nothing
// more.

import type { BrowserPaymentProvider, ConsentWithdrawal } from '../../payments/ports/provider.ts'
import { ignore, type OnError } from '../../platform/jobs/repeat.ts'
import { withdrawConsent } from '../../tokens/operations/apply-token-event.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'

const pageSize = 100

type ProviderNoticePorts = Pick<BrowserPaymentDependencies, 'agreements' | 'providers' | 'tokens' | 'vault' | 'clock'>

/** Returns how many withdrawals were read. */
export async function readProviderNotices(
  adapters: readonly string[],
  ports: ProviderNoticePorts,
  onError: OnError = ignore,
): Promise<number> {
  let processed = 0
  for (const adapter of adapters) {
    const provider = ports.providers.of({ adapter })
    // No other provider has agreements.
    if (provider?.provider !== 'PROVIDER_A') continue
    try {
      for (const withdrawal of await provider.listWithdrawals(pageSize)) {
        if (await processWithdrawal(withdrawal, { adapter, provider }, ports).catch(onError)) processed += 1
      }
    } catch (error) {
      onError(error)
    }
  }
  return processed
}

async function processWithdrawal(
  { noticeId, acquirerMerchantId: account, agreementId }: ConsentWithdrawal,
  { adapter, provider }: { readonly adapter: string; readonly provider: BrowserPaymentProvider },
  ports: ProviderNoticePorts,
): Promise<boolean> {
  const repositories = await ports.agreements.findRepositories({ adapter, account, agreementId })
  for (const repositoryId of repositories) await withdrawConsent({ repositoryId, agreementId }, ports)
  await provider.acknowledgeWithdrawal(noticeId)
  return true
}
