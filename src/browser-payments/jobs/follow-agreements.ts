// Follows up agreements that payers were asked for and that were not reported on: polls the provider, for a day; and
// deletes those that have long been over. Reads from providers which payers have withdrawn their consent: tokens that contain
// such an agreement may not be used any more. A withdrawal is acknowledged once that is stored; a repeated one changes
// nothing more.

import type { BrowserPaymentProvider, ConsentWithdrawal } from '../../payments/index.ts'
import { countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import { withdrawConsent } from '../../tokens/index.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { type AgreementDependencies, abandonAgreement, completeAgreement } from '../operations/complete-agreement.ts'
import type { AgreementSetup } from '../ports/agreements.ts'

const batchSize = 50
/** No other process takes a claimed one for this long. */
const leaseMs = 60_000
/** No session lives longer. */
const abandonedAfterMs = 24 * 3_600_000
/** As long again as it has waited already, within limits. */
const gapsMs = { shortest: 60_000, longest: 3_600_000 }

/** Returns how many were completed. */
export async function pollAgreements(dependencies: AgreementDependencies, onError: OnError = ignore): Promise<number> {
  const due = await dependencies.agreements.claimDue(batchSize, leaseMs)
  return countSettled(await Promise.allSettled(due.map((setup) => pollAgreement(setup, dependencies))), onError)
}

async function pollAgreement(setup: AgreementSetup, dependencies: AgreementDependencies): Promise<boolean> {
  if (setup.state !== 'OPEN') {
    await dependencies.agreements.remove(setup)
    return false
  }
  if ((await completeAgreement(setup, dependencies)) === 'OVER') return true
  const ageMs = dependencies.clock.now().getTime() - setup.createdAt.getTime()
  if (ageMs >= abandonedAfterMs) return (await abandonAgreement(setup, dependencies)) === 'OVER'
  await dependencies.agreements.pollLater(setup, Math.min(Math.max(ageMs, gapsMs.shortest), gapsMs.longest))
  return false
}

const pageSize = 100

type ProviderNoticeDependencies = Pick<
  BrowserPaymentDependencies,
  'agreements' | 'providers' | 'tokens' | 'vault' | 'clock'
>

/** Returns how many withdrawals were read. */
export async function readProviderNotices(
  adapters: readonly string[],
  dependencies: ProviderNoticeDependencies,
  onError: OnError = ignore,
): Promise<number> {
  let processed = 0
  for (const adapter of adapters) {
    const provider = dependencies.providers.of({ adapter })
    // No other provider has agreements.
    if (provider?.provider !== 'PROVIDER_A') continue
    try {
      for (const withdrawal of await provider.listWithdrawals(pageSize)) {
        if (await processWithdrawal(withdrawal, { adapter, provider }, dependencies).catch(onError)) processed += 1
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
  dependencies: ProviderNoticeDependencies,
): Promise<boolean> {
  const repositories = await dependencies.agreements.findRepositories({ adapter, account, agreementId })
  for (const repositoryId of repositories) await withdrawConsent({ repositoryId, agreementId }, dependencies)
  await provider.acknowledgeWithdrawal(noticeId)
  return true
}
