// The wallets of a new sandbox: its first merchant offers both on payment pages, where simulated ones stand in for them.
import { generateKeyPairSync } from 'node:crypto'
import { type Administration, publicKeyHashOf } from '../compose/index.ts'
import { wallets } from '../domain/wallets/wallet.ts'

const identifiers = { APPLE_PAY: 'merchant.sandbox.testmerchant', GOOGLE_PAY: 'SANDBOXTESTMERCHANT' } as const

export async function seedSandboxWallets(
  { walletKeys, walletPages }: Pick<Administration, 'walletKeys' | 'walletPages'>,
  merchantId: string,
): Promise<void> {
  const by = { actor: 'sandbox', at: new Date() }
  for (const wallet of wallets) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const key = { merchantId, wallet, identifier: identifiers[wallet], publicKeyHash: publicKeyHashOf(privateKey) }
    await walletKeys.add({ ...key, privateKey }, by)
    await walletPages.set({ merchantId, wallet, displayName: 'Sandbox merchant', country: 'USA' }, by)
  }
}
