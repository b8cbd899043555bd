// Seeds a new sandbox: merchants, users, wallets, and a password that works.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditStamp } from '../../audit/index.ts'
import type { Administration } from '../../compose/index.ts'
import { explanationText } from '../../kernel/explanation.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { operatorMerchantId, permissions, type UserKey } from '../../kernel/user.ts'
import type { Merchant } from '../../merchants/index.ts'
import { createWalletKey, wallets } from '../../wallets/index.ts'
import { sandboxMerchants } from './merchants.ts'

/** The password in force: the configured one, or the one generated on the first start and stored in the data folder. */
export async function sandboxPassword(
  { dataDir, sandboxPassword: configured }: { dataDir: string; sandboxPassword: string | undefined },
  make: () => string,
): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, 'sandbox-password')
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored.trim()) return stored.trim()
  const made = make()
  await writeFile(file, `${made}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
  return made
}

/**
 * Adds what is missing and leaves the operator's changes alone, except for the passwords in their first slots. Returns the
 * merchants that are new.
 */
export async function seedSandbox(
  { merchants, reportingPasswords, users, passwords, vault }: Administration,
  password: string,
  seeded: readonly Merchant[] = sandboxMerchants,
): Promise<readonly string[]> {
  const by = { actor: 'sandbox', at: new Date() }
  const isAmong = (hashes: readonly KeyedHash[]) => hashes.some((stored) => vault.matches('PASSWORD', password, stored))
  const created: string[] = []
  let isNew = false
  for (const merchant of seeded) {
    if (await merchants.create(merchant, by)) created.push(merchant.id)
    const access = await merchants.find(merchant.id)
    if (!isAmong((access?.passwords ?? []).map(({ hash }) => hash))) {
      await merchants.setPassword(merchant.id, 1, vault.keyedHash('PASSWORD', password), by)
      isNew = true
    }
    if (!isAmong(await reportingPasswords.find(merchant.id)))
      await reportingPasswords.set(merchant.id, 1, vault.keyedHash('PASSWORD', password), by)
  }
  await ensureDemoUsers({ users, passwords }, { password, isNew }, by)
  return created
}

// The users of every sandbox, which let a new developer explore the console. Production has none of them.

const demo = 'demo'

const demoUsers: readonly (UserKey & { readonly name: string })[] = [
  { merchantId: operatorMerchantId, login: demo, name: 'Demo operator' },
  { merchantId: 'TESTMERCHANT', login: demo, name: 'Demo merchant' },
]

/**
 * They may do everything and need not change their password, which is the sandbox's, or was when that was last changed:
 * comparing it each time would make every start wait for a slow hash. Other changes to them stay.
 */
export async function ensureDemoUsers(
  { users, passwords }: Pick<Administration, 'users' | 'passwords'>,
  { password, isNew }: { readonly password: string; readonly isNew: boolean },
  by: AuditStamp,
): Promise<void> {
  for (const user of demoUsers) {
    const existing = await users.find(user)
    if (existing && !isNew) continue
    const hash = await passwords.hash(password)
    if (hash === undefined) throw new Error('password hashing was refused (busy)')
    if (existing) await users.resetPassword(user, hash, { ...by, mustChangePassword: false })
    else await users.add({ ...user, permissions, mustChangePassword: false }, hash, by)
  }
}

// The wallets of a new sandbox: its first merchant offers both on payment pages, where simulated ones stand in for them.

const identifiers = { APPLE_PAY: 'merchant.sandbox.testmerchant', GOOGLE_PAY: 'SANDBOXTESTMERCHANT' } as const

export async function seedSandboxWallets(
  dependencies: Pick<Administration, 'walletKeys' | 'walletPages' | 'walletCertificates'>,
  merchantId: string,
): Promise<void> {
  const by = { actor: 'sandbox', at: new Date() }
  for (const wallet of wallets) {
    const created = await createWalletKey({ merchantId, wallet, identifier: identifiers[wallet] }, by, dependencies)
    if (created.kind === 'REFUSED') throw new Error(explanationText(created.reason))
    // The simulated wallets know every key.
    await dependencies.walletKeys.putInUse(created.key, by)
    await dependencies.walletPages.set({ merchantId, wallet, displayName: 'Sandbox merchant', country: 'USA' }, by)
  }
}
