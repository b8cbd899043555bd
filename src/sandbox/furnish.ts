// Puts into a new sandbox what a newcomer needs: merchants, and a password that works.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Administration } from '../compose.ts'
import { sandboxMerchants } from './merchants.ts'

/** The password in force: the configured one, or the one made on the first start and kept in the data folder. */
export async function sandboxPassword(
  { dataDir, sandboxPassword: configured }: { dataDir: string; sandboxPassword: string | undefined },
  make: () => string,
): Promise<string> {
  if (configured) return configured
  const file = join(dataDir, 'sandbox-password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim()) return kept.trim()
  const made = make()
  await writeFile(file, `${made}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
  return made
}

/** Adds what is missing and leaves alone what the operator has changed, the password in its first slot aside. */
export async function furnishSandbox({ merchants, vault }: Administration, password: string): Promise<void> {
  for (const merchant of sandboxMerchants) {
    await merchants.create(merchant)
    const access = await merchants.find(merchant.id)
    const isKnown = access?.passwords.some((stored) => vault.matches('PASSWORD', password, stored))
    if (!isKnown) await merchants.setPassword(merchant.id, 1, vault.keyedHash('PASSWORD', password))
  }
}
