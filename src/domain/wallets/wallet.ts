// Wallets that encrypt payment details for a merchant's own key.

export const wallets = ['APPLE_PAY', 'GOOGLE_PAY'] as const
export type Wallet = (typeof wallets)[number]

export const walletNames: Readonly<Record<Wallet, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }
