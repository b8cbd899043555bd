// What services respond about merchants: their settings, credentials, wallets, and what two users have to approve.
import type { ApprovalRequest, PendingChange } from '../../approvals/index.ts'
import type { ScopeName } from '../../contract/operation-permissions.ts'
import type { CredentialScope } from '../../kernel/credential-scope.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { Permission } from '../../kernel/user.ts'
import type {
  AcquirerRoute,
  ApiPassword,
  Certificate,
  CertificateStatus,
  MerchantProfile,
  MissingTwinReason,
  NewAcquirerLink,
  TokenRepository,
} from '../../merchants/index.ts'
import type { KeyRegistration, StoredCertificate, WalletSettings } from '../../wallets/index.ts'

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
  readonly awaitsApproval?: PendingChange | undefined
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
  readonly firstUser?: { readonly login: string; readonly password: string } | 'NOT_ADDED' | undefined
}

export interface ProfileChoicesBody {
  readonly operations: readonly string[]
  readonly acquirerAdapters: readonly string[]
  readonly providerAdapters: Readonly<Record<Provider, readonly string[]>>
  /** Of a new merchant without its own link; production has none. */
  readonly newLink?: NewAcquirerLink | undefined
  /** Where the defaults of a new merchant are those for tests. */
  readonly isSandbox: boolean
}

/** What the console's services for API access return. */
export interface ApiCredentialBody extends Omit<ApiPassword, 'hash'> {
  /** Of operations that have a name together. */
  readonly scope?: ScopeName | undefined
}

export interface ReportingPasswordBody {
  readonly slot: 1 | 2
  readonly createdAt: Date
}

export interface PasswordListsBody {
  readonly api: readonly ApiCredentialBody[]
  readonly reporting: readonly ReportingPasswordBody[]
  /** What the user may grant to a credential. */
  readonly grantable: readonly string[]
  /** Named scopes, with the permissions that the user lacks to grant them. */
  readonly scopes: readonly { readonly name: ScopeName; readonly lackingPermissions: readonly Permission[] }[]
}

/** The password is returned once. */
export interface CreatedPasswordBody {
  readonly userId: string
  readonly slot: number
  readonly password: string
  /** Of a rotated one, chosen by the gateway. */
  readonly name?: string | undefined
}

/** The same for a credential that another user has to approve first. */
export interface RequestedPasswordBody {
  readonly userId: string
  readonly requestId: string
  readonly password: string
  readonly name?: string | undefined
}

export interface CertificateBody extends Certificate {
  readonly revokedAt: Date | undefined
  readonly name: string | undefined
  readonly operations: CredentialScope
  readonly createdBy: string | undefined
  readonly lastUsedAt: Date | undefined
  readonly status: CertificateStatus
}

export interface CertificateListBody {
  readonly certificates: readonly CertificateBody[]
}

/** A certificate that another user has to approve first. */
export interface RequestedCertificateBody {
  readonly requestId: string
}

/** What the console's services for wallets return; never a private key. */
export interface WalletListBody {
  readonly wallets: readonly WalletSettings[]
  /** Apple Pay: the domain to register with Apple, and whether the gateway has Apple's file for it. */
  readonly domain: string
  readonly hasDomainFile: boolean
}

export interface CreatedWalletKeyBody {
  readonly publicKeyHash: string
  readonly registration: KeyRegistration
}

export type KeyRegistrationBody = KeyRegistration

export type StoredCertificateBody = Omit<StoredCertificate, 'kind'>

/** What the console's services return about changes that wait for a second user. */
export interface ApprovalRequestListBody {
  readonly requests: readonly ApprovalRequest[]
}

/** A change that takes effect when another user has approved it. */
export interface RequestedChangeBody {
  readonly requestId: string
}
