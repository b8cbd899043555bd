// Reads the notices of the token service, and applies them to the tokens concerned. A notice is acknowledged once its
// effect is stored; a repeated one changes nothing more.

import { isDeepStrictEqual } from 'node:util'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TokenKey } from '../../payments/index.ts'
import { ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { readSchemeTokenReference } from '../operations/scheme-tokens/obtain-scheme-token.ts'
import type { SchemeTokenNotice } from '../ports/token-service.ts'
import type { StoredSchemeToken, StoredToken } from '../ports/token-store.ts'
import { applyTokenEvent, tokenStatusEventOf } from '../rules/token-status.ts'

const pageSize = 100
/** The number of retries; a token that changes during every one of them is processed in the next run. */
const attemptsMax = 5

type TokenServiceNoticeDependencies = Pick<TokenDependencies, 'tokens' | 'tokenClaims' | 'tokenService' | 'clock'>

interface NoticeHooks {
  readonly onError?: OnError | undefined
  /** The notice is about nothing that the gateway has: it is acknowledged regardless. */
  readonly onUnknown?: (notice: SchemeTokenNotice) => void
}

/** Returns how many notices were processed. */
export async function readTokenServiceNotices(
  dependencies: TokenServiceNoticeDependencies,
  reports: NoticeHooks = {},
): Promise<number> {
  const { tokenService } = dependencies
  const { onError = ignore, onUnknown } = reports
  if (!tokenService) return 0
  let count = 0
  const postponed = new Set<string>()
  // One after the other, since notices about one scheme token build on each other.
  for (const notice of await tokenService.listNotices(pageSize)) {
    if (postponed.has(notice.reference)) continue
    try {
      const became = await processNotice(notice, dependencies)
      if (became === 'UNKNOWN') onUnknown?.(notice)
      if (became === 'LATER') postponed.add(notice.reference)
      else {
        await tokenService.acknowledge(notice.noticeId)
        count += 1
      }
    } catch (error) {
      postponed.add(notice.reference)
      onError(error)
    }
  }
  return count
}

async function processNotice(
  notice: SchemeTokenNotice,
  dependencies: TokenServiceNoticeDependencies,
): Promise<'KEPT' | 'UNKNOWN' | 'LATER'> {
  const reference = readSchemeTokenReference(notice.reference)
  const name = reference && (await dependencies.tokenClaims.findByReference(reference))
  if (!name) return 'UNKNOWN'
  if (name === 'UNDECIDED') return 'LATER'
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const result = await applyNotice(notice, name, dependencies)
    if (result !== 'MOVED') return result
  }
  return 'LATER'
}

async function applyNotice(notice: SchemeTokenNotice, name: TokenKey, dependencies: TokenServiceNoticeDependencies) {
  const token = await dependencies.tokens.find(name)
  const { schemeToken } = token ?? {}
  if (!token || schemeToken?.reference !== notice.reference) return 'UNKNOWN'
  const changed = applyNoticeToSchemeToken(notice, token, schemeToken)
  if (isDeepStrictEqual(changed, token)) return 'KEPT'
  const at = dependencies.clock.now()
  const result = await dependencies.tokens.update(
    { ...changed, schemeToken: { ...changed.schemeToken, lastUpdated: at }, updateSource: 'GATEWAY', updatedAt: at },
    { revision: token.revision },
  )
  return result === 'STORED' ? 'KEPT' : 'MOVED'
}

function applyNoticeToSchemeToken(
  { status, hasNumberChanged, expiry }: SchemeTokenNotice,
  token: StoredToken,
  schemeToken: StoredSchemeToken,
): StoredToken & { readonly schemeToken: StoredSchemeToken } {
  const event = tokenStatusEventOf({ kind: 'SCHEME_TOKEN_CHANGED', hasNumberChanged, isActive: status === 'ACTIVE' })
  return {
    ...token,
    state: event ? applyTokenEvent(token.state, event) : token.state,
    // A pending one has no number yet; the service returns its state when it issues it.
    schemeToken:
      schemeToken.status === 'PENDING' ? schemeToken : { ...schemeToken, status, ...omitUndefined({ expiry }) },
  }
}
