// Access rights in the database: whether they are protected, and as the gateway wrote them.

import { keyEncryptionOf } from '../../compose/key-encryption.ts'
import { openVault } from '../../keys/vault/vault.ts'
import { accessRightsProtection } from '../../merchants/postgres/access-rights/access-rights-protection.ts'
import { accessRightsSeals } from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'
import { hasKey } from './key-checks.ts'

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
