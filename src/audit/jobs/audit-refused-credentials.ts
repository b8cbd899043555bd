// Failed authentication at the API: counted as it happens, with one audit log entry per merchant and hour. An entry for
// each failure would let anyone fill the audit log.
import type { Audit } from '../ports/audit.ts'

export interface RefusedCredentials {
  readonly merchantId: string
  readonly clientAddress: string
}

interface HourOfMerchant {
  readonly merchantId: string
  readonly startMs: number
  failures: number
  readonly byClient: Map<string, number>
}

export interface RefusedCredentialsCount {
  add(refused: RefusedCredentials, at: Date): void
  /**
   * Writes the counts of past hours; when the process ends, also those of the current hour. What cannot be written is
   * retained.
   */
  write(
    moment: { readonly now: Date; readonly isEnding?: boolean },
    dependencies: { readonly audit: Audit },
  ): Promise<void>
}

const hourMs = 3_600_000
/** Addresses recorded per merchant and hour; failures from further ones still count. */
const clientsMax = 1_000
const namedClientsMax = 10

export function countRefusedCredentials(): RefusedCredentialsCount {
  const hours = new Map<string, HourOfMerchant>()
  return {
    add({ merchantId, clientAddress }, at) {
      const startMs = Math.floor(at.getTime() / hourMs) * hourMs
      const key = `${merchantId} ${startMs}`
      const hour = hours.get(key) ?? { merchantId, startMs, failures: 0, byClient: new Map() }
      hours.set(key, hour)
      hour.failures += 1
      const { byClient } = hour
      if (byClient.has(clientAddress) || byClient.size < clientsMax)
        byClient.set(clientAddress, (byClient.get(clientAddress) ?? 0) + 1)
    },
    async write({ now, isEnding = false }, { audit }) {
      for (const [key, hour] of hours) {
        if (!isEnding && hour.startMs + hourMs > now.getTime()) continue
        await audit.append({
          merchantId: hour.merchantId,
          actor: 'gateway',
          action: 'CREDENTIALS_REFUSED',
          subject: subjectOf(hour),
          at: now,
        })
        hours.delete(key)
      }
    },
  }
}

/** The clients with most failures, by name. */
function subjectOf({ startMs, failures, byClient }: HourOfMerchant): object {
  const clients = [...byClient].toSorted(([, one], [, other]) => other - one).slice(0, namedClientsMax)
  return {
    from: new Date(startMs),
    until: new Date(startMs + hourMs),
    failures,
    clients: clients.map(([clientAddress, count]) => ({ clientAddress, failures: count })),
  }
}
