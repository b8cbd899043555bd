// Follows up agreements that payers were asked for and that were not reported on: polls the provider, for a day; and
// deletes those that have long been over. Reads from providers which payers have withdrawn their consent: tokens that contain
// such an agreement may not be used any more. A withdrawal is acknowledged once that is stored; a repeated one changes
// nothing more.

import type { BrowserPaymentProvider, ConsentWithdrawal } from '../../payments/ports/provider.ts'
import { countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import { withdrawConsent } from '../../tokens/operations/apply-token-event.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { type AgreementPorts, abandonAgreement, completeAgreement } from '../operations/complete-agreement.ts'
import type { AgreementSetup } from '../ports/agreements.ts'

const batchSize = 50
/** No other process takes a claimed one for this long. */
const leaseMs = 60_000
/** No session lives longer. */
const abandonedAfterMs = 24 * 3_600_000
/** As long again as it has waited already, within limits. */
const gapsMs = { shortest: 60_000, longest: 3_600_000 }

/** Returns how many were completed. */
export async function pollAgreements(ports: AgreementPorts, onError: OnError = ignore): Promise<number> {
  const due = await ports.agreements.claimDue(batchSize, leaseMs)
  return countSettled(await Promise.allSettled(due.map((setup) => pollAgreement(setup, ports))), onError)
}

async function pollAgreement(setup: AgreementSetup, ports: AgreementPorts): Promise<boolean> {
  if (setup.state !== 'OPEN') {
    await ports.agreements.remove(setup)
    return false
  }
  if ((await completeAgreement(setup, ports)) === 'OVER') return true
  const ageMs = ports.clock.now().getTime() - setup.createdAt.getTime()
  if (ageMs >= abandonedAfterMs) return (await abandonAgreement(setup, ports)) === 'OVER'
  await ports.agreements.pollLater(setup, Math.min(Math.max(ageMs, gapsMs.shortest), gapsMs.longest))
  return false
}

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
