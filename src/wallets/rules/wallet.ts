// Wallets that encrypt payment details for a merchant's own key.

export const wallets = ['APPLE_PAY', 'GOOGLE_PAY'] as const
export type Wallet = (typeof wallets)[number]

/** How many keys a merchant can have for one wallet: the one in use, the next one, and those that are about to be removed. */
export const walletKeysMax = 20

export const walletNames: Readonly<Record<Wallet, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }
