// What the console's services work with, and who calls them.

import type { AdapterCatalogue, Link, LinkState, LinkStates, LinkStore } from '../acquirers/index.ts'
import type { AuditStamp } from '../audit/index.ts'
import type { Explanation } from '../kernel/explanation.ts'
import type { Provider } from '../kernel/provider.ts'
import { actorName, type User } from '../kernel/user.ts'
import type {
  CardMasking,
  Certificate,
  MerchantStore,
  NewAcquirerLink,
  SimulatorLinks,
  TokenRepositories,
} from '../merchants/index.ts'
import type { ConsoleDependencies } from './dependencies.ts'
import type { ConsoleCall } from './route.ts'

export interface AcquirerLinks extends LinkStates {
  readonly links: LinkStore
  readonly adapterCatalogue: AdapterCatalogue
  /** Follows what was changed. */
  refresh(): Promise<void>
  /** Why a link could not be opened. */
  problemOf(linkId: string): string | undefined
  /** What the fields of a link's messages are called. */
  fieldNamesOf(linkId: string, revision: number): Readonly<Record<string, string>>
  /** The adapter's own check, never a payment. A text says why the link cannot even be opened. */
  check(link: Link): Promise<{ readonly isReachable: boolean; readonly state: LinkState | undefined } | string>
}

export interface ConsoleContext {
  readonly dependencies: ConsoleDependencies
  readonly merchants: MerchantStore
  readonly tokenRepositories: TokenRepositories
  readonly isSandbox: boolean
  /** Whether an API credential always requires approval by two users. */
  readonly credentialsNeedApproval: boolean
  /** The operator's links, and their state in this process. */
  readonly acquirerLinks: AcquirerLinks
  /** What links of a profile may name. */
  readonly adapters: {
    readonly acquirers: readonly string[]
    readonly providers: Readonly<Record<Provider, readonly string[]>>
  }
  /** The acquirer link of a new merchant, by the adapter that was named if one was. Undefined where there is no such adapter. */
  readonly newLinkOf: (adapter?: string) => NewAcquirerLink | undefined
  /** Who serves merchants for tests, where there are simulators. */
  readonly simulators: SimulatorLinks
  /** How long a webhook may take. */
  readonly notificationTimeoutMs: number
  /** Whether the operator has stored the file by which Apple knows the gateway's domain. */
  readonly hasAppleDomainFile: () => Promise<boolean>
  /** Whether a client certificate in PEM is one that a merchant may come with. */
  readonly checkCertificate: (
    pem: string,
  ) =>
    | { readonly kind: 'CERTIFICATE'; readonly certificate: Certificate }
    | { readonly kind: 'REFUSED'; readonly reason: Explanation }
}

/** The signed-in user. Used on routes that require one. */
export function signedInUser({ session }: ConsoleCall): User {
  if (!session) throw new Error('a service that requires a signed-in user was called without one')
  return session.user
}

export function callActor(call: ConsoleCall): string {
  return actorName(signedInUser(call))
}

export function callAuditStamp(call: ConsoleCall, { dependencies: { clock } }: ConsoleContext): AuditStamp {
  return { actor: callActor(call), at: clock.now() }
}

export function pathId({ ids }: ConsoleCall, name: string): string {
  const id = ids[name]
  if (id === undefined) throw new Error(`the path of this service has no ${name}`)
  return id
}

/** How card numbers are masked for the merchant's users. */
export async function findCardMasking(
  merchantId: string,
  { dependencies: { store } }: ConsoleContext,
): Promise<CardMasking> {
  const access = await store.findMerchant(merchantId)
  return access?.merchant.profile.cardMasking ?? 'HIDDEN'
}

/**
 * The dependencies of one call that proves who a user is: what it leaves in the audit names the address that it came
 * from.
 */
export function signInDependencies(
  dependencies: ConsoleDependencies,
  { clientAddress }: Pick<ConsoleCall, 'clientAddress'>,
): ConsoleDependencies {
  const { audit, consoleSessions } = dependencies
  return {
    ...dependencies,
    audit: { append: (entry) => audit.append({ ...entry, subject: { ...entry.subject, clientAddress } }) },
    consoleSessions: {
      ...consoleSessions,
      open: (user, proof, session) => consoleSessions.open(user, proof, { ...session, clientAddress }),
    },
  }
}
