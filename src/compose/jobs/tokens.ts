// The jobs that keep what is stored under tokens in step with card schemes, issuers and providers.
import { pollAgreements } from '../../browser-payments/jobs/poll-agreements.ts'
import { readProviderNotices } from '../../browser-payments/jobs/read-provider-notices.ts'
import { giveUpSchemeTokens } from '../../tokens/jobs/give-up-scheme-tokens.ts'
import { maintainTokens } from '../../tokens/jobs/maintain-tokens.ts'
import { provisionSchemeTokens } from '../../tokens/jobs/provision-scheme-tokens.ts'
import { readTokenServiceNotices } from '../../tokens/jobs/read-token-service-notices.ts'
import { stopRecurring } from '../../tokens/jobs/stop-recurring.ts'
import { adapterNamesOf } from '../adapters.ts'
import { repeatedJob } from './job.ts'

const everyMs = 1_000

export const schemeTokenRequests = repeatedJob({
  name: 'request scheme tokens',
  everyMs,
  work: 'SCHEME_TOKENS',
  failure: 'requesting scheme tokens failed; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      provisionSchemeTokens(ports, onError),
})

export const schemeTokenDeletion = repeatedJob({
  name: 'delete scheme tokens',
  everyMs,
  work: 'UNWANTED_SCHEME_TOKENS',
  failure: 'deleting scheme tokens failed; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      giveUpSchemeTokens(ports, onError),
})

export const cardMaintenance = repeatedJob({
  name: 'look up stored cards',
  everyMs,
  work: 'TOKEN_MAINTENANCE',
  failure: 'looking up stored cards failed; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      maintainTokens(ports, onError),
})

export const agreementPolling = repeatedJob({
  name: 'check billing agreements',
  everyMs,
  work: 'AGREEMENTS',
  failure: 'checking billing agreements failed; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      pollAgreements(ports, onError),
})

export const providerNotices = repeatedJob({
  name: 'read provider events',
  everyMs,
  failure: 'reading provider events failed; will retry',
  prepare({ ports, config }, onError) {
    const { PROVIDER_A: adapters } = adapterNamesOf(config.mode).providers
    return () => readProviderNotices(adapters, ports, onError)
  },
})

export const tokenServiceNotices = repeatedJob({
  name: 'read token service events',
  everyMs,
  failure: 'reading token service events failed; will retry',
  prepare:
    ({ ports, log }, onError) =>
    () =>
      readTokenServiceNotices(ports, {
        onError,
        onUnknown: ({ noticeId, reference }) =>
          log.warn({ noticeId, reference }, 'the token service reported an unknown scheme token'),
      }),
})

export const recurringStop = repeatedJob({
  name: 'stop tokens whose payer has stopped recurring payments',
  everyMs: 5_000,
  work: 'STOPPED_RECURRING',
  failure: 'a token could not be stopped; will retry',
  prepare:
    ({ ports }, onError) =>
    () =>
      stopRecurring(ports, onError),
})

/** Only on a distributed database, where the event of a token and the merchants' outboxes are not one commit. */
export const tokenNotices = repeatedJob({
  name: 'inform merchants of token events that were left behind',
  everyMs: 10_000,
  work: 'TOKEN_NOTICES',
  failure: 'token events could not be written to outboxes; will retry',
  prepare:
    ({ ports }) =>
    () =>
      ports.tokenClaims.informMerchants(100),
})

export const tokenUses = repeatedJob({
  name: 'store the last use of tokens',
  everyMs,
  failure: 'token usage times could not be stored; will retry',
  prepare:
    ({ ports }) =>
    () =>
      ports.tokens.flushUses(),
})
