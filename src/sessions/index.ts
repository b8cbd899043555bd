// What the other folders may use of sessions.
export { createSession } from './contract/create-session.ts'
export { retrieveSession } from './contract/retrieve-session.ts'
export { updateSession } from './contract/update-session.ts'
export { createSessions } from './create-sessions.ts'
export type { SessionDependencies } from './dependencies.ts'
export { openSession } from './operations/create-session.ts'
export {
  findSession,
  markSessionRefused,
  sessionChanged,
  sessionLookupOf,
  unknownSession,
} from './operations/find-session.ts'
export { refuseOversizedMaps } from './operations/refuse-oversized-maps.ts'
export {
  authorsAfter,
  isFixedForPayer,
  refuseFixedField,
  refuseMerchantField,
  type TrustedSession,
  withPayerAddress,
  withTrustedValues,
} from './operations/session-authors.ts'
export { sealContextOf, splitSecrets, stillLostIn, withLostCodes } from './operations/session-secrets.ts'
export { sessionValuesOf } from './operations/session-values-of.ts'
export { planTokenInSession, statusAfterPayer } from './operations/update-session.ts'
export { useSession } from './operations/use-session.ts'
export type { SessionKind, SessionStore, StoredSession } from './ports/session-store.ts'
export { dueSessions, writeSessionUpdate } from './postgres/sessions.ts'
export {
  defaultAuthenticationLimit,
  deviceOperations,
  isSessionId,
  nextSessionVersion,
  type PageSessionSecrets,
  pageSessionEnd,
  payerAuthenticationOperations,
  paymentLinkSessionEnd,
} from './rules/session.ts'
export { mergePayerValues, namesAccount, withoutProofOfOther } from './rules/session-values.ts'
