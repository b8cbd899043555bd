// What the console's services for merchants return.

import type { PendingChange } from '../../approvals/operations/change-profile.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { MissingTwinReason } from '../../merchants/operations/board-merchant.ts'
import type { MerchantProfile, NewAcquirerLink } from '../../merchants/rules/merchant.ts'
import type { AcquirerRoute } from '../../merchants/rules/routes.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'

export interface MerchantListBody {
  readonly merchants: readonly {
    readonly merchantId: string
    readonly name: string
    readonly isEnabled: boolean
    readonly acquirerId: string
  }[]
}

/** Without the risk rules, which have services of their own. */
export interface MerchantBody extends Omit<MerchantProfile, 'risk'> {
  readonly merchantId: string
  readonly routes: readonly AcquirerRoute[]
  readonly tokenRepository: Omit<TokenRepository, 'homeId'>
}

/** Of a change that another user has to approve in part. */
export interface ChangedMerchantBody extends MerchantBody {
  readonly awaitsApproval?: PendingChange
}

/** The hash of a merchant's logo, or NONE. */
export interface PageLogoBody {
  readonly pageLogo: string
}

interface FirstPasswordBody {
  readonly userId: string
  readonly password: string
}

export interface BoardedMerchantBody extends ChangedMerchantBody, FirstPasswordBody {
  /** The test twin, or why there is none; undefined where none was wanted. */
  readonly twin: (MerchantBody & FirstPasswordBody) | MissingTwinReason | undefined
  /** Signs in to the console; the password is changed then. NOT_ADDED: the merchant is there, and its user has to be added again. */
  readonly firstUser?: { readonly login: string; readonly password: string } | 'NOT_ADDED'
}

export interface ProfileChoicesBody {
  readonly operations: readonly string[]
  readonly acquirerAdapters: readonly string[]
  readonly providerAdapters: Readonly<Record<Provider, readonly string[]>>
  /** Of a new merchant without its own link; production has none. */
  readonly newLink?: NewAcquirerLink
  /** Where the defaults of a new merchant are those for tests. */
  readonly isSandbox: boolean
}
