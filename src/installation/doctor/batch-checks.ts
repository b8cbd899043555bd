// Settlement batches whose totals cannot agree: a host that counts several merchants of the gateway together is sent the totals of
// one of them.
import { iso8583Settings, type Link } from '../../acquirers/index.ts'
import { postgresLinks } from '../../acquirers/postgres/links.ts'
import { keyEncryptionOf } from '../../compose/key-encryption.ts'
import { openVault } from '../../keys/index.ts'
import { accessRightsSeals } from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning } from './check.ts'
import { hasKey } from './key-checks.ts'

export const batchChecks: readonly Check[] = [
  {
    name: 'shared settlement batches',
    looksAt: 'Whether merchants share a batch at an ISO 8583 host, so that its totals cannot agree with those of one',
    mend: 'Give each merchant a card acceptor id of its own, or a terminal of its own where the host has batches by terminal ("--batches-by terminal"); see docs/operating/settlement.md.',
    needs: 'SCHEMA',
    run: checkSharedBatches,
  },
]

async function checkSharedBatches({ config, database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query('select from vault_keys limit 1')
  if (rows.length === 0) return skipped('no keys yet; they are created at the first start')
  if (!hasKey(config)) return skipped('the key-encryption key is missing')
  const vault = await openVault(database, await keyEncryptionOf(config))
  try {
    const links = await postgresLinks(database, { vault, accessRights: accessRightsSeals(database, vault) }).list()
    return await findSharedBatches(database, links)
  } finally {
    await vault.close()
  }
}

interface SharedBatch {
  readonly link_id: string
  readonly acceptor: string
  readonly merchants: readonly string[]
}

/** By link and card acceptor id, and by the first terminal, which every message has, where batches are by terminal. */
const sharedText = `with host as (select * from unnest($1::text[], $2::boolean[], $3::text[]) as h(link_id, by_terminal, terminal)),
route as (
  select merchant_id, coalesce(r ->> 'linkId', r ->> 'adapter') as link_id, r ->> 'acquirerMerchantId' as acceptor, r #>> '{terminals,0}' as terminal
  from merchants, jsonb_array_elements(coalesce(profile -> 'routes', jsonb_build_array(profile -> 'acquirerLink'))) r)
select link_id, acceptor, (array_agg(distinct merchant_id order by merchant_id))[1:5] as merchants
from route join host using (link_id)
group by link_id, acceptor, case when by_terminal then coalesce(route.terminal, host.terminal) end
having count(distinct merchant_id) > 1 order by link_id, acceptor limit 5`

export async function findSharedBatches(
  database: Pick<Database, 'query'>,
  links: readonly Pick<Link, 'linkId' | 'adapter' | 'isEnabled' | 'revision' | 'revisions'>[],
): Promise<Finding> {
  const hosts = links
    .filter(({ adapter, isEnabled }) => adapter === 'iso8583' && isEnabled)
    .map(({ linkId, revision, revisions }) => {
      const current = revisions.find((each) => each.revision === revision)
      return { linkId, settings: current?.settings ?? {} }
    })
    .filter(({ settings }) => settings['closesBatches'] !== false)
  if (hosts.length === 0) return ok('no link compares totals')
  const { rows } = await database.query<SharedBatch>(sharedText, [
    hosts.map(({ linkId }) => linkId),
    hosts.map(({ settings }) => settings['batchesBy'] === 'terminal'),
    hosts.map(({ settings }) => String(settings['terminal'] ?? iso8583Settings.properties.terminal.default)),
  ])
  if (rows.length === 0) return ok('none')
  const shared = rows.map(({ link_id, acceptor, merchants }) => `${merchants.join(', ')} (${acceptor} at ${link_id})`)
  return warning(`shared by ${shared.join('; ')}`)
}
