// What of the money path is not settled: counted for whoever watches the gateway.

export interface OpenItems {
  /** Without a definite outcome although their first deadline has passed. Of browser payments nobody waits for the gateway. */
  readonly attempts: { readonly count: number; readonly oldestSeconds: number; readonly claimsMost: number }
  readonly reversalsOwed: { readonly count: number; readonly oldestSeconds: number }
  /** Money that an acquirer would not give back. */
  readonly reversalsRefused: number
  readonly reversalsUnsupported: number
  /** What only people can end. */
  readonly manualResolutions: number
}

export interface OpenItemsMonitor {
  countOpenItems(): Promise<OpenItems>
}
