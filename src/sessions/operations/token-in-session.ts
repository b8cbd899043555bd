// Puts a token into a session in place of any account it contained: the session pays with what the payer has agreed to.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Values } from '../../kernel/values.ts'
import type { Call } from '../../payments/call.ts'
import type { SessionDependencies } from '../dependencies.ts'
import type { SessionUpdate } from '../ports/session-store.ts'
import { nextSessionVersion, plainSessionEnd } from '../rules/session.ts'
import { mergeSessionValues } from '../rules/session-values.ts'
import { authorsAfter, type TrustedSession } from './session-authors.ts'
import { sealAccountsOf } from './session-secrets.ts'
import { statusAfterPayer } from './update-status.ts'
import { openSessionAccounts } from './use-session.ts'

export async function planTokenInSession(
  session: TrustedSession,
  token: string,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  ports: Pick<SessionDependencies, 'vault' | 'clock' | 'identifiers'>,
): Promise<SessionUpdate> {
  const { vault, clock, identifiers } = ports
  // Which account it is does not matter here, so masked numbers are sufficient.
  const sent = { sourceOfFunds: { type: 'PROVIDER_A', token } }
  const content = mergeSessionValues(session.content, sent)
  const accounts = (await openSessionAccounts(session, call, ports)).filter(([path]) => hasValueAt(content, path))
  const sealed = sealAccountsOf(session, accounts, vault)
  const now = clock.expiryTime()
  const end = session.kind === 'PLAIN' ? plainSessionEnd({ ...session, now }) : session.expiresAt
  return {
    merchantId: session.merchantId,
    hash: session.hash,
    previousVersion: session.version,
    version: nextSessionVersion(session.version, identifiers.sessionVersionHead),
    content,
    // The payer agreed to it on the merchant's request.
    authors: authorsAfter(session.authors, { merged: content, sent, by: undefined }),
    ...omitUndefined({ notificationUrlSeal: session.notificationUrlSeal }),
    isMerchantKnown: session.isMerchantKnown,
    ...statusAfterPayer(session),
    ...omitUndefined({ accounts: sealed }),
    // A security code is removed with its card.
    ...(session.codes && { codes: { from: session.codes, to: undefined } }),
    ...(session.codeEpochs && { codePaths: { held: [], lost: {} } }),
    updatedAt: now,
    expiresAt: new Date(Math.max(end.getTime(), session.expiresAt.getTime())),
  }
}

function hasValueAt(values: Values, path: string): boolean {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Values | undefined)?.[name], values)
  return value !== undefined
}
