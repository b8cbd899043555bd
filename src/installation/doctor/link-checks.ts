// Acquirer links: whether there is one that takes payments, and whether each acquirer can be reached from here.
import type { AcquirerAdapter, Link } from '../../acquirers/index.ts'
import { type PostgresLinks, postgresLinks } from '../../acquirers/postgres/links.ts'
import { keyEncryptionOf } from '../../compose/key-encryption.ts'
import { catalogueOf, checkLink, loadAcquirerAdapters, openLinks } from '../../compose/links.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { openVault } from '../../keys/index.ts'
import {
  type AccessRightsSeals,
  accessRightsSeals,
} from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import { databaseClock } from '../../platform/postgres/database-clock.ts'
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
  {
    name: 'link protection',
    looksAt: 'Whether enabled acquirer links encrypt and authenticate what they send, and where they may lead',
    mend: 'See docs/operating/links.md#protection-on-the-network; "npx tollgate link update <linkId>" changes the settings.',
    needs: 'SCHEMA',
    run: checkProtection,
  },
]

interface StoredLinks {
  readonly links: PostgresLinks
  readonly accessRights: AccessRightsSeals
  readonly enabled: readonly Link[]
  readonly acquirerAdapters: readonly AcquirerAdapter[]
}

async function withLinks(
  { config, database }: DoctorContext,
  examine: (stored: StoredLinks) => Promise<Finding>,
): Promise<Finding> {
  const { rows } = await database.query('select from vault_keys limit 1')
  if (rows.length === 0) return skipped('no keys yet; they are created at the first start')
  if (!hasKey(config)) return skipped('the key-encryption key is missing')
  const acquirerAdapters = await loadAcquirerAdapters(config)
  const vault = await openVault(database, await keyEncryptionOf(config))
  try {
    const accessRights = accessRightsSeals(database, vault)
    const links = postgresLinks(database, { vault, accessRights })
    const enabled = (await links.list()).filter(({ isEnabled }) => isEnabled)
    return await examine({ links, accessRights, enabled, acquirerAdapters })
  } finally {
    await vault.close()
  }
}

function checkLinks(context: DoctorContext): Promise<Finding> {
  const { config, database } = context
  return withLinks(context, async ({ links, accessRights, enabled, acquirerAdapters }) => {
    if (enabled.length === 0)
      return config.mode === 'production' ? wrong('none is enabled: no payment can be taken') : ok('none is enabled')
    const pools = { database, simulator: database, clock: databaseClock(database) }
    const registry = await openLinks(config, pools, { links, accessRights, acquirerAdapters })
    try {
      const checked = await Promise.all(
        enabled.map(async (link) => ({ linkId: link.linkId, check: await checkLink(registry, link) })),
      )
      return findingOf(checked)
    } finally {
      await registry.close()
    }
  })
}

/** Also what was stored before it was refused. */
function checkProtection(context: DoctorContext): Promise<Finding> {
  return withLinks(context, async ({ enabled, acquirerAdapters }) => {
    const catalogue = catalogueOf(acquirerAdapters, context.config)
    const weak = enabled.flatMap(({ linkId, adapter, revision, revisions }) => {
      const { settings, secrets } = revisions.find((each) => each.revision === revision) ?? {}
      const warnings = catalogue.warningsOf(adapter, { ...settings, ...secrets })
      return warnings.map(({ text }) => `${linkId}: ${explanationText(text)}`)
    })
    const { mode, acquirerHosts } = context.config
    if (mode === 'production' && acquirerHosts === undefined)
      weak.push('TOLLGATE_ACQUIRER_HOSTS is not set: links may lead anywhere.')
    return weak.length > 0 ? warning(weak.join(' ')) : ok('nothing to report')
  })
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
