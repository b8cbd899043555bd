// Follows up agreements that payers were asked for and that were not reported on: polls the provider, for a day; and
// deletes those that have long been over.

import { countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
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
