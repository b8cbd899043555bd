// Makes in the sandbox what a payer's wallet would make.
import type { Wallet } from '../rules/wallet.ts'

/** The cards in the simulated wallet, by what the simulated acquirer does with them. */
export const simulatedCards = ['APPROVED', 'DECLINED', 'WITHOUT_DEVICE'] as const
export type SimulatedCard = (typeof simulatedCards)[number]

export interface WalletSimulator {
  /** What the wallet hands to the page, as text. Undefined when no key of the merchant for the wallet is in use. */
  makePayload(order: {
    readonly merchantId: string
    readonly wallet: Wallet
    readonly card: SimulatedCard
    readonly currency: string
    readonly amountMinor: bigint
  }): Promise<string | undefined>
}
