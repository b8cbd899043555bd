// What services respond about acquirer links and their messages.
import type { ConnectionState, LinkState, OpenOnRevision, ResponseCount } from '../../acquirers/index.ts'
import type { Explanation } from '../../kernel/explanation.ts'
import type { SettingSchema, SettingValue } from '../../kernel/settings-schema.ts'

/** As the process that answers sees it. */
export interface LinkStatusBody extends Omit<LinkState, 'linkId' | 'isCurrent' | 'sinceMs' | 'connections'> {
  readonly since: Date
  readonly connections: readonly ConnectionStatusBody[]
}

interface ConnectionStatusBody extends Omit<ConnectionState, 'sinceMs' | 'echoAtMs'> {
  readonly since: Date
  readonly echoAt?: Date | undefined
}

export interface LinkBody {
  readonly linkId: string
  readonly adapter: string
  readonly acquirerId: string
  readonly isEnabled: boolean
  readonly revision: number
  readonly merchants: number
  /** Of the current revision; absent while it has not been opened. */
  readonly status?: LinkStatusBody | undefined
  /** Why it cannot be opened. */
  readonly problem?: string | undefined
}

export interface LinkListBody {
  readonly links: readonly LinkBody[]
}

export interface LinkSettingBody extends SettingSchema {
  readonly name: string
  readonly isRequired: boolean
  /** As it is in effect; never that of a secret. */
  readonly value?: SettingValue | undefined
  readonly isSet: boolean
}

interface LinkRevisionBody {
  readonly revision: number
  readonly createdAt: Date
  readonly open: Omit<OpenOnRevision, 'revision'>
  readonly status?: LinkStatusBody | undefined
}

export interface LinkDetailsBody extends Omit<LinkBody, 'merchants'> {
  /** Undefined when this installation does not have the adapter. */
  readonly adapterTitle: string | undefined
  readonly settings: readonly LinkSettingBody[]
  /** Newest first. */
  readonly revisions: readonly LinkRevisionBody[]
  readonly merchants: readonly string[]
  /** What protects less than it could, in sentences that the console translates. */
  readonly warnings: readonly LinkWarningBody[]
}

export interface LinkWarningBody {
  readonly setting: string
  readonly explained: Explanation
}

interface AdapterBody {
  readonly name: string
  readonly title: string
  readonly settings: readonly LinkSettingBody[]
}

export interface AdapterListBody {
  readonly adapters: readonly AdapterBody[]
}

export interface ChangedLinkBody extends LinkDetailsBody {
  readonly hasNewRevision: boolean
}

/** How often the acquirer gave each response, over all processes. */
export interface LinkResponsesBody {
  readonly from: Date
  readonly to: Date
  /** Hours with responses, by hour. */
  readonly responses: readonly ResponseCount[]
}

export interface LinkTestBody {
  readonly isReachable: boolean
  readonly reason?: string | undefined
}

/** What the console's service for exchanged messages returns. */
export interface ExchangedMessageBody {
  /** What kind of message it is, such as "0200 financial request". */
  readonly title: string
  readonly fields: readonly {
    /** As the acquirer's messages number or name it. */
    readonly label: string
    readonly name?: string | undefined
    /** Masked. */
    readonly value: string
  }[]
}

/** A request and what came back. */
export interface MessageExchangeBody {
  readonly transactionId: string
  readonly linkId: string
  readonly at: Date
  readonly tookMs: number
  readonly sent: ExchangedMessageBody
  readonly received?: ExchangedMessageBody | undefined
  /** Why there is no answer. */
  readonly problem?: string | undefined
}

export interface OrderMessagesBody {
  /** False when only the latest are returned. */
  readonly isComplete: boolean
  /** Oldest first. */
  readonly exchanges: readonly MessageExchangeBody[]
}
