// Which payloads of wallets have been used: each is accepted once.

/** One transaction or one token, which may be requested repeatedly. */
export type PayloadUse =
  | { readonly kind: 'transaction'; readonly orderId: string; readonly transactionId: string }
  | { readonly kind: 'token'; readonly repositoryId: string; readonly token: string }

export interface UsedPayloads {
  /** Committed when it resolves. False when the payload was claimed for another use. */
  claim(
    payload: { readonly merchantId: string; readonly payloadHash: Buffer; readonly expiresAt: Date },
    use: PayloadUse,
  ): Promise<boolean>
  /** At most `limit`; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}
