// The key-encryption key, that there is one and that it opens what is in the database; and access rights in the database,
// whether they are protected and as the gateway wrote them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyEncryptionOf } from '../../compose/key-encryption.ts'
import { checkKeys, KeyFailure, openVault, readReservations } from '../../keys/index.ts'
import { accessRightsProtection } from '../../merchants/postgres/access-rights/access-rights-protection.ts'
import { accessRightsSeals } from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'

/** Half of what one key may seal, which leaves months to plan a rotation. */
const sealsWarningFrom = 2n ** 29n

export const keyChecks: readonly Check[] = [
  {
    name: 'key-encryption key',
    looksAt: 'Whether the key-encryption key exists and decrypts every key in the database',
    mend: 'Restore the key that the database was used with from your backup; without it encrypted data cannot be read.',
    needs: 'SCHEMA',
    run: checkStoredKeys,
  },
  {
    name: 'key use',
    looksAt: 'How many encryptions the current data key has made',
    mend: 'Run "npx tollgate keys rotate" when convenient; see docs/guides/keys.md.',
    needs: 'SCHEMA',
    async run({ database }) {
      const { rows } = await database.query<{ key_id: string }>(
        `select key_id from vault_keys where purpose = 'DATA' and state = 'CURRENT'`,
      )
      const reserved = (await readReservations(database)).get(rows[0]?.key_id ?? '') ?? 0n
      return reserved >= sealsWarningFrom ? warning(`${reserved} seals`) : ok(`${reserved} seals`)
    },
  },
]

async function checkStoredKeys({ config, database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query('select from vault_keys limit 1')
  if (rows.length === 0) return skipped('no keys yet; they are created at the first start')
  // Asking for it would make one where there is none, and then complain of it.
  if (!hasKey(config))
    return wrong(`${sandboxKeyFile(config)} is missing, and the database contains keys encrypted with it`)
  try {
    const count = await checkKeys(database, await keyEncryptionOf(config))
    return ok(`decrypts all ${count} keys`)
  } catch (error) {
    if (error instanceof KeyFailure) return wrong(error.message.replace(/\.$/, ''))
    throw error
  }
}

export function hasKey(config: Config): boolean {
  const { kmsCommand, keyEncryptionKey } = config
  return kmsCommand !== undefined || keyEncryptionKey !== undefined || existsSync(sandboxKeyFile(config))
}

function sandboxKeyFile({ dataDir }: Config): string {
  return join(dataDir, 'keys', 'key-encryption-key')
}

export const accessRightsChecks: readonly Check[] = [
  {
    name: 'access rights',
    looksAt:
      'Whether privileges, credentials, users, webhook settings, acquirer links and wallet keys match their seals',
    mend: 'See docs/operating/access-rights.md: revert the change in the database, or adopt it with "npx tollgate keys protect-rights".',
    needs: 'SCHEMA',
    run: checkAccessRights,
  },
]

const namedMax = 5

async function checkAccessRights({ config, database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query('select from vault_keys limit 1')
  if (rows.length === 0) return skipped('no keys yet; they are created at the first start')
  if (!hasKey(config)) return skipped('the key-encryption key is missing')
  const vault = await openVault(database, await keyEncryptionOf(config))
  try {
    const protection = accessRightsProtection(database, accessRightsSeals(database, vault), vault)
    if (!protection.isProtected())
      return (config.mode === 'production' ? warning : ok)('not protected yet; run "npx tollgate keys protect-rights"')
    const owners = await protection.survey()
    const faulty = owners.filter(({ fault }) => fault !== undefined)
    const named = faulty.slice(0, namedMax).map(({ ownerId, fault }) => `${ownerId || 'the operator'} (${fault})`)
    return faulty.length > 0
      ? wrong(`${faulty.length} of ${owners.length} owners refused: ${named.join(', ')}`)
      : ok(`intact for ${owners.length} owners`)
  } finally {
    await vault.close()
  }
}
