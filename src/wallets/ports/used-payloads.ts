// Which payloads of wallets have been used: each is accepted once.

import type { PayloadUse } from '../../payments/ports/wallet-payloads.ts'
export interface UsedPayloads {
  /** Committed when it resolves. False when the payload was claimed for another use. */
  claim(
    payload: { readonly merchantId: string; readonly payloadHash: Buffer; readonly expiresAt: Date },
    use: PayloadUse,
  ): Promise<boolean>
  /** At most `limit`; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}
