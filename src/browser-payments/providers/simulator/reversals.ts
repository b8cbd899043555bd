// Reversals: the gateway instructs the provider to cancel a request, whether or not it ever arrived.
import type { ReversalResult } from '../../../payments/ports/acquirer.ts'
import { type Database, inUnitOfWork, prepared } from '../../../platform/postgres/database.ts'
import { hasEffectiveDependents, type ProviderClient, readFamily } from './family.ts'
import { onlyProviderLine, type ProviderLineKey } from './payments.ts'
import type { ProviderLineRow } from './provider-line.ts'

const findRoot = prepared(
  'providers-find-root',
  'select root_reference from simulated_providers.line where provider = $1 and account = $2 and reference = $3',
)

// A request that has not arrived gets an entry that will refuse it. Both write the same row, therefore neither misses
// the other, however close they come.
const take = prepared(
  'providers-take-reversal',
  `insert into simulated_providers.line as l (provider, account, reference, asked, started_at, reversed_at)
   values ($1, $2, $3, 0, $4, $4)
   on conflict (provider, account, reference) do update set asked = l.asked
   returning *`,
)

const undo = prepared(
  'providers-undo',
  'update simulated_providers.line set reversed_at = $4 where provider = $1 and account = $2 and reference = $3',
)

export function reverseProviderLine(database: Database, key: ProviderLineKey, now: Date): Promise<ReversalResult> {
  const { provider, account, reference } = key
  return inUnitOfWork(database, async (runner): Promise<ReversalResult> => {
    const root = await rootOf(runner, key)
    const family = root === undefined ? [] : await readFamily(runner, { ...key, reference: root })
    const { rows } = await runner.query<ProviderLineRow>(take([provider, account, reference, now]))
    const line = onlyProviderLine(rows)
    if (line.isReversed) return { kind: 'ACKNOWLEDGED' }
    // Reversing a payment under a capture or a refund would leave money without an owner.
    if (hasEffectiveDependents(line, family, now)) return { kind: 'REFUSED' }
    await runner.query(undo([provider, account, reference, now]))
    return { kind: 'ACKNOWLEDGED' }
  })
}

async function rootOf(
  runner: ProviderClient,
  { provider, account, reference }: ProviderLineKey,
): Promise<string | undefined> {
  const { rows } = await runner.query<Pick<ProviderLineRow, 'root_reference'>>(findRoot([provider, account, reference]))
  return rows[0]?.root_reference ?? undefined
}
