// A merchant's test twin: the same profile under another id, served by the simulator, so that a shop can try everything
// without moving money.

import { type Explanation, explain } from '../../kernel/explanation.ts'
import type { Provider } from '../../kernel/provider.ts'
import {
  type AcquirerLink,
  type Merchant,
  type MerchantProfile,
  type NewAcquirerLink,
  routesOf,
} from '../rules/merchant.ts'
import { type TextHash, twinRepositoryId } from '../rules/token-repository.ts'

/** Who serves merchants for tests: simulators, which move no money. */
export interface SimulatorLinks {
  readonly acquirer: NewAcquirerLink
  /** The names of their adapters. */
  readonly providers: Readonly<Record<Provider, string>>
}

/** Ids that begin with it are served by the simulator. */
const testMark = 'TEST'
const merchantIdLengthMax = 40
const nameLengthMax = 100
const accountLengthMax = 127

/** Where there are no simulators. */
export function refuseTestId(merchantId: string): Explanation | undefined {
  if (!isTestId(merchantId)) return undefined
  return explain(
    '{merchant} begins with {mark}, and such merchants use the simulator, which production does not have.',
    { merchant: merchantId, mark: testMark },
  )
}

export function isTestId(merchantId: string): boolean {
  return merchantId.startsWith(testMark)
}

/** Why a merchant of this id cannot have these routes; undefined when it can. */
export function refuseTestLink(
  merchantId: string,
  profile: Pick<MerchantProfile, 'acquirerLink' | 'routes'>,
  simulators: SimulatorLinks,
): Explanation | undefined {
  const isSimulated = routesOf(profile).every(({ linkId }) => linkId === simulators.acquirer.adapter)
  if (!isTestId(merchantId) || isSimulated) return undefined
  return explain('{merchant} begins with {mark}, and such merchants can only use the simulator.', {
    merchant: merchantId,
    mark: testMark,
  })
}

/** Undefined for a merchant that is for tests itself, or whose id leaves no room for the mark. */
export function twinIdOf(merchantId: string): string | undefined {
  const id = `${testMark}${merchantId}`
  return isTestId(merchantId) || id.length > merchantIdLengthMax ? undefined : id
}

/**
 * The current profile of the live merchant. External parties are replaced by simulators, and tokens are in a separate
 * repository: a test must never use a real card. Card lists stay with the live one.
 */
export function twinOf(
  { profile: { routes: _, ...profile }, tokenRepository }: Merchant,
  { id, simulators }: { readonly id: string; readonly simulators: SimulatorLinks },
  hash: TextHash,
): Merchant {
  const repositoryId = twinRepositoryId(tokenRepository.id, hash)
  return {
    id,
    profile: {
      ...profile,
      name: `${[...profile.name].slice(0, nameLengthMax - ' (test)'.length).join('')} (test)`,
      acquirerLink: { ...linkless(profile.acquirerLink), ...simulators.acquirer, acquirerMerchantId: id },
      providers: profile.providers.map((link) => ({
        ...link,
        adapter: simulators.providers[link.provider],
        account: `${testMark}${link.account}`.slice(0, accountLengthMax),
      })),
      risk: { ...profile.risk, hasCardLists: false },
      tokenRepositoryId: repositoryId,
    },
    tokenRepository: { ...tokenRepository, id: repositoryId, homeId: repositoryId },
  }
}

/** The link of the live merchant is not its twin's. */
function linkless({ linkId: _link, revision: _revision, ...link }: AcquirerLink): AcquirerLink {
  return link
}
