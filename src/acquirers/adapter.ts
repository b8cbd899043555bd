// The adapter kit: what an acquirer adapter is. Built-in adapters and modules named in TOLLGATE_ADAPTERS use the same; a
// module needs these types only, and no import of the gateway at run time.

import type { AcquirerHosts } from '../kernel/acquirer-hosts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Provider } from '../kernel/provider.ts'
import type { SettingsSchema, SettingValues } from '../kernel/settings-schema.ts'
import type { RowSeals } from '../merchants/index.ts'
import type { EmvAuthentication } from '../payer-authentication/index.ts'
import type { Acquirer, AcquirerBooks, BrowserPaymentProvider } from '../payments/index.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { MigrationTrack } from '../platform/postgres/migrate.ts'
import type { SettingFault, SettingWarning } from './ports/adapter-catalogue.ts'
import type { MessageRecorder } from './ports/exchanged-messages.ts'
import type { ConnectionState } from './ports/link-states.ts'

export type { SettingSchema, SettingsSchema, SettingValues } from '../kernel/settings-schema.ts'
export type {
  Acquirer,
  AcquirerBooks,
  AcquirerCapabilities,
  AcquirerRequest,
  AcquirerRequestKind,
  AcquirerResponse,
  AcquirerResult,
  BookEntry,
  ClosingResult,
  InquiryResult,
  Preparation,
  RefusalMeaning,
  RefusalTable,
  Repetition,
  RequestReference,
  ReversalResult,
  SendDeadline,
  SettlementBatchToClose,
  WireIdentity,
} from '../payments/index.ts'
export type { SettingFault, SettingWarning } from './ports/adapter-catalogue.ts'
export type {
  MessageField,
  MessageRecord,
  MessageRecorder,
  RecordedExchange,
} from './ports/exchanged-messages.ts'
export type { ConnectionState } from './ports/link-states.ts'

/** Where a link's settings are used. */
export interface LinkEnvironment {
  /** Real cards: what crosses a network must be protected. */
  readonly isProduction: boolean
  /**
   * Where links may lead; anywhere without it. The gateway checks settings with an `address`; an adapter does so for each
   * connection that it opens, since names can lead elsewhere by then.
   */
  readonly acquirerHosts?: AcquirerHosts
}

export interface AcquirerAdapter {
  /** The name in links, such as `gateway`. */
  readonly name: string
  /** One line for operators who choose an adapter. */
  readonly title: string
  /** A simulator moves no money, and exists in the sandbox only. */
  readonly isSimulator?: boolean
  readonly settings: SettingsSchema
  /**
   * What the schema cannot say, such as settings that depend on each other or a certificate that cannot be read. Called
   * when a link is created or changed, after the schema was checked and with the defaults in place. The reason never
   * repeats the value of a secret.
   */
  checkSettings?(settings: SettingValues, environment: LinkEnvironment): SettingFault | undefined
  /** What works and protects less than it could; shown to operators, and nothing is refused. With the defaults in place. */
  warningsOf?(settings: SettingValues, environment: LinkEnvironment): readonly SettingWarning[]
  /** Payers can pay on the sites of the acquirer's providers. */
  readonly hasProviders?: boolean
  /**
   * It compares `sendBefore` with `elapsedMs` of the gateway, which also counts while the machine is suspended. Others
   * get it on the monotonic clock, as at the moment of the call.
   */
  readonly countsSuspensions?: boolean
  /** Of tables that a built-in adapter keeps for itself. */
  readonly migrations?: MigrationTrack
  /** Synchronous; opens no connection before it is needed. */
  open(context: LinkContext): OpenedLink
}

export interface LinkContext extends LinkEnvironment {
  readonly linkId: string
  readonly revision: number
  /** Checked against the schema, with defaults and secrets. */
  readonly settings: SettingValues
  readonly clock: Clock
  log(message: string, details?: object): void
  /**
   * Where users may see messages: an adapter may hand over each exchange about a request with a `key`, described field by
   * field and masked. No account number, security code, PIN, key or cryptogram. Absent where none are kept.
   */
  readonly messages?: MessageRecorder
  /** For built-in adapters with tables of their own: a simulator's may be in a database apart from the gateway's. */
  readonly database: Database
  /** For the same: authenticates what they store, as the rows that give access rights. */
  readonly seals: RowSeals
  /** The connections by which payments reach the nodes of a distributed database. */
  readonly databases?: MerchantDatabases
}

export interface OpenedLink {
  /** With its capabilities as data. */
  readonly acquirer: Acquirer
  /** What the fields of its messages are called, by their labels in `messages`. */
  readonly fieldNames?: Readonly<Record<string, string>>
  /** Where the other side's records can be read. */
  readonly books?: AcquirerBooks
  /** Where the acquirer also authenticates payers: it takes their payments on the orders that this opens. */
  readonly payerAuthentication?: EmvAuthentication
  /** With `hasProviders`. */
  providerOf?(provider: Provider): BrowserPaymentProvider
  /** Where connections are long-lived: begins to connect before the first payment. */
  connect?(): void
  /** All DOWN: nothing is sent, and the link is checked with `acquirer.isReachable` until one is not. */
  connections(): readonly ConnectionState[]
  /** Called once, when nothing is in flight any more. */
  close(): Promise<void>
}
