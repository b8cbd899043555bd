// Seeds a new sandbox: merchants, users, and a password that works.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Administration } from '../../compose/index.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { sandboxMerchants } from './merchants.ts'
import { ensureDemoUsers } from './users.ts'

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
