// Where the tables of this database are now, according to Citus.
import type { Database } from '../database.ts'

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
