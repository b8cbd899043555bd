// Acquirer links: whether there is one that takes payments, and whether each acquirer can be reached from here.
import { databaseClock } from '../../adapters/postgres/database-clock.ts'
import { postgresLinks } from '../../adapters/postgres/links/links.ts'
import { rightsSeals } from '../../adapters/postgres/merchants/rights/rights-seals.ts'
import { openVault } from '../../adapters/vault/vault.ts'
import { keyEncryptionOf } from '../key-encryption.ts'
import { checkLink, loadAcquirerAdapters, openLinks } from '../links.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'
import { hasKey } from './key-checks.ts'

export const linkChecks: readonly Check[] = [
  {
    name: 'acquirer links',
    looksAt: 'Whether there is an enabled acquirer link, and whether each can be reached from this machine',
    mend: 'See docs/operating/links.md; "npx tollgate link test <linkId>" shows the reason, "npx tollgate link create" makes one.',
    needs: 'SCHEMA',
    run: checkLinks,
  },
]

async function checkLinks({ config, database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query('select from vault_keys limit 1')
  if (rows.length === 0) return skipped('no keys yet; they are created at the first start')
  if (!hasKey(config)) return skipped('the key-encryption key is missing')
  const acquirerAdapters = await loadAcquirerAdapters(config)
  const vault = await openVault(database, await keyEncryptionOf(config))
  try {
    const links = postgresLinks(database, { vault, rights: rightsSeals(database, vault) })
    const enabled = (await links.list()).filter(({ isEnabled }) => isEnabled)
    if (enabled.length === 0)
      return config.mode === 'production' ? wrong('none is enabled: no payment can be taken') : ok('none is enabled')
    const pools = { database, simulator: database, clock: databaseClock(database) }
    const registry = await openLinks(config, pools, { links, acquirerAdapters })
    try {
      const checked = await Promise.all(
        enabled.map(async (link) => ({ linkId: link.linkId, check: await checkLink(registry, link) })),
      )
      return findingOf(checked)
    } finally {
      await registry.close()
    }
  } finally {
    await vault.close()
  }
}

type CheckedLink = { readonly linkId: string; readonly check: Awaited<ReturnType<typeof checkLink>> }

function findingOf(checked: readonly CheckedLink[]): Finding {
  const broken = checked.flatMap(({ linkId, check }) => (typeof check === 'string' ? [`${linkId}: ${check}`] : []))
  const silent = checked.flatMap(({ linkId, check }) =>
    typeof check !== 'string' && !check.isReachable ? [`${linkId}${reasonOf(check.state)}`] : [],
  )
  if (broken.length > 0) return wrong(`cannot be used: ${broken.join('; ')}`)
  if (silent.length > 0) return warning(`cannot be reached from this machine: ${silent.join('; ')}`)
  return ok(`reached: ${checked.map(({ linkId }) => linkId).join(', ')}`)
}

function reasonOf(state: { readonly reason?: string; readonly lastError?: string } | undefined): string {
  const reason = state?.reason ?? state?.lastError
  return reason === undefined ? '' : ` (${reason})`
}
