// Where the rows of each table are on a distributed database (Citus). One list: `cluster distribute`, `cluster verify`,
// `migrate`, `doctor` and the table of docs/operating/distributed-postgresql.md are made from it, and a test compares it
// with the schema.
import type { Database } from '../database.ts'

export type TablePlacement =
  /** By the hash of a column, which is the first of the primary key and of every unique index. */
  | { readonly kind: 'DISTRIBUTED'; readonly column: string }
  /** Small, seldom written, and copied to every node. */
  | { readonly kind: 'REFERENCE' }

const merchantTables = [
  'access_rights_seals',
  'agreement_setups',
  'alert_summaries',
  'alerts',
  'attempt_resolutions',
  'attention_items',
  'audit',
  'audit_heads',
  'batch_closings',
  'checkouts',
  'closed_batches',
  'console_sessions',
  'credential_requests',
  'deliveries',
  'delivery_attempts',
  'device_authentications',
  'dispute_answers',
  'email_codes',
  'enrollment_checks',
  'events',
  'exchanged_messages',
  'feed_entries',
  'feeds',
  'figures_declines',
  'figures_latencies',
  'figures_volumes',
  'known_browsers',
  'link_responses',
  'merchant_certificates',
  'merchant_passwords',
  'merchants',
  'order_notes',
  'orders',
  'outbox',
  'page_logos',
  'payment_agreements',
  'payment_link_emails',
  'payment_link_orders',
  'payment_links',
  'projected_disputes',
  'projected_events',
  'projected_orders',
  'projected_settlement_batches',
  'projected_transactions',
  'projections',
  'receipt_emails',
  'reporting_passwords',
  'risk_cards',
  'session_code_epochs',
  'session_codes',
  'sessions',
  'shared_counts',
  'sign_in_counters',
  'started_controls',
  'transactions',
  'user_emails',
  'user_preferences',
  'users',
  'wallet_certificate_requests',
  'wallet_keys',
  'wallet_pages',
  'wallet_payloads',
  'webhook_settings',
  'webhooks',
]

const repositoryTables = [
  'retired_token_names',
  'scheme_tokens_given_up',
  'token_accounts',
  'token_events',
  'token_notices',
  'tokens',
]

/** Read by every payment, or when a process starts: a node can answer without asking another. */
const referenceTables = [
  'card_ranges',
  'iso8583_mac_keys',
  'link_revisions',
  'link_seals',
  'links',
  'risk_operator_cards',
  'risk_operator_rules',
  'schema_migrations',
  'token_repositories',
  'vault_keys',
  'vault_passes',
]

const byColumn = (column: string, tables: readonly string[]) =>
  tables.map((table) => [table, { kind: 'DISTRIBUTED', column }] as const)

export const tablePlacements: ReadonlyMap<string, TablePlacement> = new Map<string, TablePlacement>([
  ...byColumn('merchant_id', merchantTables),
  ...byColumn('repository_id', repositoryTables),
  ...byColumn('name', ['leases']),
  ...byColumn('part', ['iso8583_trace_parts', 'vault_key_seals']),
  ...byColumn('process_id', ['replica_heartbeats', 'write_canaries']),
  ...referenceTables.map((table) => [table, { kind: 'REFERENCE' }] as const),
])

/**
 * Every other distributed table with a column of its type is placed with it. A merchant's own token repository has the
 * merchant's id, therefore its tokens are on the merchant's node.
 */
export const firstTable = 'merchants'

/** The rows of the documentation's table: one for each column, and one for the reference tables. */
export function placementTableRows(): readonly string[] {
  const tablesByPlace = Map.groupBy([...tablePlacements.keys()].toSorted(), (table) => {
    const placement = tablePlacements.get(table)
    return placement?.kind === 'DISTRIBUTED' ? `| distributed | \`${placement.column}\` |` : '| reference | |'
  })
  return [...tablesByPlace]
    .map(([place, tables]) => `${place} ${tables.map((table) => `\`${table}\``).join(', ')} |`)
    .toSorted()
}

export interface StoredPlacement {
  /** LOCAL: on this node alone. */
  readonly kind: 'DISTRIBUTED' | 'REFERENCE' | 'LOCAL'
  readonly column: string | null
  readonly colocationId: number
  readonly shardCount: number
  /** What the table has on the disk of this node beside its shards: rows from before it was distributed. */
  readonly localBytes: number
}

/** Of every table of the gateway, by name. Shards that are on this node are not among them. */
export async function readStoredPlacements(
  reader: Pick<Database, 'query'>,
): Promise<ReadonlyMap<string, StoredPlacement>> {
  const { rows } = await reader.query<StoredPlacement & { readonly table: string }>(
    `select c.relname as table,
       case when p.partmethod = 'h' then 'DISTRIBUTED' when p.partmethod = 'n' and p.repmodel = 't' then 'REFERENCE'
         else 'LOCAL' end as kind,
       case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as column,
       coalesce(p.colocationid, 0) as "colocationId",
       (select count(*)::int from pg_dist_shard s where s.logicalrelid = c.oid) as "shardCount",
       (select sum(pg_relation_size(t.relid)) from pg_partition_tree(c.oid) t)::float8 as "localBytes"
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and not exists (select from pg_dist_shard s where c.relname = s.logicalrelid::regclass::text || '_' || s.shardid)
     order by c.relname`,
  )
  return new Map(rows.map(({ table, ...placement }) => [table, placement]))
}
