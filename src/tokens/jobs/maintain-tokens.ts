// Keeps stored cards up to date: looks each up at the account updater once a month, in repositories with maintenance.

import type { TokenRepository } from '../../merchants/index.ts'
import type { TokenKey } from '../../payments/index.ts'
import { countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { holdsDeviceNumber } from '../operations/account-to-store.ts'
import { lookUpAccount } from '../operations/check-account-updater.ts'
import { openStoredCard } from '../operations/open-stored-card.ts'
import { replaceAccount } from '../operations/replace-account.ts'
import type { AccountUpdate } from '../ports/account-updater.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { applyTokenEvent, tokenStatusEventOf } from '../rules/token-status.ts'

type TokenMaintenanceDependencies = Pick<
  TokenDependencies,
  | 'tokens'
  | 'tokenClaims'
  | 'vault'
  | 'tokenService'
  | 'accountUpdater'
  | 'audit'
  | 'clock'
  | 'identifiers'
  | 'timeouts'
>

const batchSize = 50
/** No other process takes a claimed token for this long; longer than the updater may take to answer. */
const leaseMs = 30_000
const hourMs = 60 * 60_000
const monthMs = 30 * 24 * hourMs

/** Returns how many tokens were changed. */
export async function maintainTokens(
  dependencies: TokenMaintenanceDependencies,
  onError: OnError = ignore,
): Promise<number> {
  if (!dependencies.accountUpdater) return 0
  const due = await dependencies.tokenClaims.claimMaintenance({ limit: batchSize, leaseMs })
  const settled = await Promise.allSettled(due.map((claimed) => maintain(claimed, dependencies)))
  return countSettled(settled, onError)
}

async function maintain(
  { repository, ...name }: TokenKey & { readonly repository: TokenRepository },
  dependencies: TokenMaintenanceDependencies,
): Promise<boolean> {
  const { tokens, tokenClaims } = dependencies
  const token = await tokens.find(name)
  if (!token) return false
  // The operator may have changed the setting since, and issuers do not know everything that is stored.
  if (!repository.hasMaintenance || token.kind !== 'CARD' || holdsDeviceNumber(token)) {
    await tokenClaims.putOffMaintenance(token, undefined)
    return false
  }
  const number = await openStoredCard(token, 'ACCOUNT_UPDATER', dependencies)
  const update = await lookUpAccount({ number, expiry: token.expiry }, dependencies)
  const isChanged = await apply(update, { token, repository }, dependencies)
  if (!isChanged) await tokenClaims.putOffMaintenance(token, update.kind === 'NO_ANSWER' ? hourMs : monthMs)
  return isChanged
}

/** False when the token stays as it is, or was changed meanwhile: the response is about the earlier card then. */
async function apply(
  update: AccountUpdate,
  { token, repository }: { readonly token: StoredToken; readonly repository: TokenRepository },
  dependencies: Pick<
    TokenDependencies,
    'tokens' | 'tokenClaims' | 'vault' | 'tokenService' | 'clock' | 'identifiers' | 'timeouts'
  >,
): Promise<boolean> {
  switch (update.kind) {
    case 'NO_ANSWER':
    case 'UNCHANGED':
      return false
    case 'RENEWED':
      return store(
        { ...token, expiry: update.expiry, state: applyTokenEvent(token.state, 'EXPIRY_CHANGED') },
        dependencies,
      )
    case 'CLOSED': {
      const event = tokenStatusEventOf({
        kind: 'ACCOUNT_UPDATER_ANSWERED',
        usesAccountUpdater: repository.hasMaintenance,
        isNoLongerValid: true,
        isStoredAccount: true,
      })
      const state = event ? applyTokenEvent(token.state, event) : token.state
      return state !== token.state && store({ ...token, state }, dependencies)
    }
    case 'REPLACED': {
      const { number, expiry } = update
      const replacing = { repository, stored: token, replacement: { number, expiry }, verificationStrategy: undefined }
      const { kind } = await replaceAccount(replacing, dependencies)
      return kind === 'UPDATED' || kind === 'REPLACED'
    }
  }
}

async function store(
  token: StoredToken,
  { tokens, clock }: Pick<TokenDependencies, 'tokens' | 'clock'>,
): Promise<boolean> {
  const at = clock.now()
  const changed = {
    ...token,
    maintenanceDueAt: new Date(at.getTime() + monthMs),
    updateSource: 'GATEWAY',
    updatedAt: at,
  } as const
  return (await tokens.update(changed, { revision: token.revision })) === 'STORED'
}
