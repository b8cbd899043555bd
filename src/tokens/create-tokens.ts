// The operations on tokens, and what keeps them in step with card schemes and issuers.

import { bindOperations, dueRecurringStops } from '../payments/index.ts'
import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import type { TokenDependencies } from './dependencies.ts'
import { maintainTokens } from './jobs/maintain-tokens.ts'
import { giveUpSchemeTokens, provisionSchemeTokens } from './jobs/provision-scheme-tokens.ts'
import { readTokenServiceNotices } from './jobs/read-token-service-notices.ts'
import { stopRecurring } from './jobs/stop-recurring.ts'
import { deleteToken, retrieveToken } from './operations/retrieve-and-delete-token.ts'
import { createOrUpdateToken, createToken } from './operations/save-token.ts'
import { searchTokens } from './operations/search-tokens.ts'
import { dueMaintenance, dueSchemeTokens, dueUnwanted } from './postgres/token-claims.ts'
import { dueTokenNotices } from './postgres/token-notices.ts'

export function createTokens(dependencies: TokenDependencies) {
  return {
    operations: bindOperations(dependencies, {
      CREATE_OR_UPDATE_TOKEN: createOrUpdateToken,
      CREATE_TOKEN: createToken,
      DELETE_TOKEN: deleteToken,
      RETRIEVE_TOKEN: retrieveToken,
      SEARCH_TOKENS: searchTokens,
    }),
    jobs: tokenJobs(dependencies),
  }
}

const everyMs = 1_000

function tokenJobs(dependencies: TokenDependencies): readonly Job[] {
  return [
    repeatedJob({
      name: 'request scheme tokens',
      everyMs,
      due: { kind: 'SCHEME_TOKENS', rows: [dueSchemeTokens] },
      failure: 'requesting scheme tokens failed; will retry',
      run: ({ onError }) => provisionSchemeTokens(dependencies, onError),
    }),
    repeatedJob({
      name: 'delete scheme tokens',
      everyMs,
      due: { kind: 'UNWANTED_SCHEME_TOKENS', rows: [dueUnwanted] },
      failure: 'deleting scheme tokens failed; will retry',
      run: ({ onError }) => giveUpSchemeTokens(dependencies, onError),
    }),
    repeatedJob({
      name: 'look up stored cards',
      everyMs,
      due: { kind: 'TOKEN_MAINTENANCE', rows: [dueMaintenance] },
      failure: 'looking up stored cards failed; will retry',
      run: ({ onError }) => maintainTokens(dependencies, onError),
    }),
    repeatedJob({
      name: 'read token service events',
      everyMs,
      failure: 'reading token service events failed; will retry',
      run: ({ log, onError }) =>
        readTokenServiceNotices(dependencies, {
          onError,
          onUnknown: ({ noticeId, reference }) =>
            log.warn({ noticeId, reference }, 'the token service reported an unknown scheme token'),
        }),
    }),
    repeatedJob({
      name: 'stop tokens whose payer has stopped recurring payments',
      everyMs: 5_000,
      due: { kind: 'STOPPED_RECURRING', rows: [dueRecurringStops] },
      failure: 'a token could not be stopped; will retry',
      run: ({ onError }) => stopRecurring(dependencies, onError),
    }),
    // Only on a distributed database, where the event of a token and the merchants' outboxes are not one commit.
    repeatedJob({
      name: 'inform merchants of token events that were left behind',
      everyMs: 10_000,
      due: { kind: 'TOKEN_NOTICES', rows: [dueTokenNotices] },
      failure: 'token events could not be written to outboxes; will retry',
      run: () => dependencies.tokenClaims.informMerchants(100),
    }),
    repeatedJob({
      name: 'store the last use of tokens',
      everyMs,
      failure: 'token usage times could not be stored; will retry',
      run: () => dependencies.tokens.flushUses(),
    }),
  ]
}
