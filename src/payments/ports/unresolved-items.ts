// Unresolved items of the money path, counted for monitoring.

export interface UnresolvedItems {
  /**
   * Without a definite outcome although their first deadline has passed. Excludes browser payments, which do not wait
   * for the gateway.
   */
  readonly attempts: { readonly count: number; readonly oldestSeconds: number; readonly claimsMost: number }
  readonly reversalsOwed: { readonly count: number; readonly oldestSeconds: number }
  /** Money that an acquirer would not give back. */
  readonly reversalsRefused: number
  readonly reversalsUnsupported: number
  /** What only manual action can resolve. */
  readonly manualResolutions: number
  /** Settlement batches that are not closed since the acquirer counts something else. */
  readonly batchesOutOfBalance: number
}

export interface UnresolvedItemsMonitor {
  countUnresolvedItems(): Promise<UnresolvedItems>
}
