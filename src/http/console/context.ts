// What the console's services work with, and who calls them.

import type { Provider } from '../../domain/browser-payments/provider.ts'
import type { CardMasking } from '../../domain/merchants/merchant.ts'
import { actorName, type Person } from '../../domain/users/user.ts'
import type { Ports } from '../../operations/call.ts'
import type { Certificate } from '../../ports/merchants/credentials.ts'
import type { MerchantStore } from '../../ports/payments/store.ts'
import type { TokenRepositories } from '../../ports/tokens/token-repositories.ts'
import type { By } from '../../ports/users/users.ts'
import type { ConsoleCall } from './route.ts'

export interface Desk {
  readonly ports: Ports
  readonly merchants: MerchantStore
  readonly tokenRepositories: TokenRepositories
  readonly isSandbox: boolean
  /** Whether an API credential always takes two people. */
  readonly credentialsNeedApproval: boolean
  /** What links of a profile may name. */
  readonly adapters: {
    readonly acquirers: readonly string[]
    readonly providers: Readonly<Record<Provider, readonly string[]>>
  }
  /** How long a receiver of notifications may take. */
  readonly notificationTimeoutMs: number
  /** Whether a client certificate in PEM is one that a merchant may come with. */
  readonly checkCertificate: (
    pem: string,
  ) =>
    | { readonly kind: 'certificate'; readonly certificate: Certificate }
    | { readonly kind: 'refused'; readonly reason: string }
}

/** Whoever is signed in. Asked for on routes that nobody reaches otherwise. */
export function personOf({ login }: ConsoleCall): Person {
  if (!login) throw new Error('a service for people who are signed in was called by nobody')
  return login.person
}

export function actorOf(call: ConsoleCall): string {
  return actorName(personOf(call))
}

export function byOf(call: ConsoleCall, { ports: { clock } }: Desk): By {
  return { actor: actorOf(call), at: clock.now() }
}

export function idOf({ ids }: ConsoleCall, name: string): string {
  const id = ids[name]
  if (id === undefined) throw new Error(`the path of this service has no ${name}`)
  return id
}

/** How much of card numbers the merchant's people may see. */
export async function maskingOf(merchantId: string, { ports: { store } }: Desk): Promise<CardMasking> {
  const access = await store.findMerchant(merchantId)
  return access?.merchant.profile.cardMasking ?? 'HIDDEN'
}
