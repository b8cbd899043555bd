// What the console's service for exchanged messages returns.

export interface ExchangedMessageBody {
  /** What kind of message it is, such as "0200 financial request". */
  readonly title: string
  readonly fields: readonly {
    /** As the acquirer's messages number or name it. */
    readonly label: string
    readonly name?: string
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
  readonly received?: ExchangedMessageBody
  /** Why there is no answer. */
  readonly problem?: string
}

export interface OrderMessagesBody {
  /** False when only the latest are returned. */
  readonly isComplete: boolean
  /** Oldest first. */
  readonly exchanges: readonly MessageExchangeBody[]
}
