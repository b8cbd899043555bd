// The live state of acquirer links in this process: what the console, doctor and the metrics show.

export interface ConnectionState {
  readonly name: string
  readonly state: 'UP' | 'SIGNING_ON' | 'DOWN'
  /** Since when it has been in this state, in milliseconds since 1970. */
  readonly sinceMs: number
  /** Why it is down. */
  readonly reason?: string
  readonly inFlight: number
  readonly lastError?: string
  /** How long the last echo took, and when it was answered, where the acquirer has echoes. */
  readonly echoMs?: number
  readonly echoAtMs?: number
  /** Of unusual messages of the whole link, by kind, since it was opened; with its first connection. */
  readonly counts?: Readonly<Record<string, number>>
}

/** A revision of a link that this process has opened. */
export interface LinkState {
  readonly linkId: string
  readonly revision: number
  readonly isCurrent: boolean
  /** Down: payments are refused at once, as not sent. */
  readonly state: 'UP' | 'DOWN'
  readonly sinceMs: number
  readonly reason?: string
  readonly inFlight: number
  readonly queued: number
  readonly lastError?: string
  readonly connections: readonly ConnectionState[]
}

export interface LinkStates {
  list(): readonly LinkState[]
}
