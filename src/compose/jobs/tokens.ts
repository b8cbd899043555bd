// The jobs that keep what is stored under tokens in step with card schemes, issuers and providers.
import type { Log } from '../../adapters/telemetry/log.ts'
import { pollAgreements } from '../../jobs/browser-payments/poll-agreements.ts'
import { readProviderNotices } from '../../jobs/browser-payments/read-provider-notices.ts'
import { type RepeatedJob, repeatJob } from '../../jobs/repeat.ts'
import { giveUpSchemeTokens } from '../../jobs/tokens/give-up-scheme-tokens.ts'
import { maintainTokens } from '../../jobs/tokens/maintain-tokens.ts'
import { provisionSchemeTokens } from '../../jobs/tokens/provision-scheme-tokens.ts'
import { readTokenServiceNotices } from '../../jobs/tokens/read-token-service-notices.ts'
import type { Ports } from '../../operations/call.ts'
import { adapterNamesOf } from '../adapters.ts'

const everyMs = 1_000

export function tokenJobs(ports: Ports, log: Log): readonly RepeatedJob[] {
  const job = (name: string, run: (onError: (err: unknown) => void) => Promise<unknown>): RepeatedJob => {
    const onError = (err: unknown) => log.error({ err }, `${name} failed; will retry`)
    return repeatJob(() => run(onError), { everyMs, onError })
  }
  const { providers } = adapterNamesOf(ports.isSandbox ? 'sandbox' : 'production')
  return [
    job('requesting scheme tokens', (onError) => provisionSchemeTokens(ports, onError)),
    job('deleting scheme tokens', (onError) => giveUpSchemeTokens(ports, onError)),
    job('looking up stored cards', (onError) => maintainTokens(ports, onError)),
    job('checking billing agreements', (onError) => pollAgreements(ports, onError)),
    job('reading provider events', (onError) => readProviderNotices(providers.PROVIDER_A, ports, onError)),
    job('reading token service events', (onError) =>
      readTokenServiceNotices(ports, {
        onError,
        onUnknown: ({ noticeId, reference }) =>
          log.warn({ noticeId, reference }, 'the token service reported an unknown scheme token'),
      }),
    ),
  ]
}
