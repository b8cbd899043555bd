// The wallets of a new sandbox: its first merchant offers both on payment pages, where simulated ones stand in for them.
import type { Administration } from '../../compose/index.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { createWalletKey } from '../../wallets/operations/manage-wallets.ts'
import { wallets } from '../../wallets/rules/wallet.ts'

const identifiers = { APPLE_PAY: 'merchant.sandbox.testmerchant', GOOGLE_PAY: 'SANDBOXTESTMERCHANT' } as const

export async function seedSandboxWallets(
  ports: Pick<Administration, 'walletKeys' | 'walletPages' | 'walletCertificates'>,
  merchantId: string,
): Promise<void> {
  const by = { actor: 'sandbox', at: new Date() }
  for (const wallet of wallets) {
    const created = await createWalletKey({ merchantId, wallet, identifier: identifiers[wallet] }, by, ports)
    if (created.kind === 'REFUSED') throw new Error(explanationText(created.reason))
    // The simulated wallets know every key.
    await ports.walletKeys.putInUse(created.key, by)
    await ports.walletPages.set({ merchantId, wallet, displayName: 'Sandbox merchant', country: 'USA' }, by)
  }
}
