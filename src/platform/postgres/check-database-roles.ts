// Whether the gateway's database role can do what it must not: docs/operating/database-roles.md.
import type { Database } from './database.ts'

/** Something that the role could do to recorded history. */
export interface ExcessivePrivilege {
  readonly table: string
  readonly privilege: 'UPDATE' | 'DELETE' | 'TRUNCATE'
}

/** Never changed, never deleted; of the audit log all columns but those that a job fills in. */
const keptTables = ['audit', 'events', 'token_events'] as const

/** Columns that only chaining writes. */
const chainColumns = ['position', 'prev_hash', 'hash']

/** Empty for a role that was set up as in the guide. */
export async function checkDatabaseRoles(
  database: Pick<Database, 'query'>,
): Promise<{ readonly role: string; readonly excessive: readonly ExcessivePrivilege[] }> {
  const { rows } = await database.query<{ role: string } & ExcessivePrivilege>(
    `select current_user as role, t.name as table, p.privilege
     from unnest($1::text[]) t(name) cross join unnest(array['DELETE', 'TRUNCATE']) p(privilege)
     where has_table_privilege(t.name, p.privilege)
     union all
     select distinct current_user, c.table_name::text, 'UPDATE' from information_schema.columns c
     where c.table_schema = 'public' and c.table_name = any ($1)
       and not (c.table_name = 'audit' and c.column_name = any ($2))
       and has_column_privilege(c.table_name::text, c.column_name::text, 'UPDATE')
     order by 2, 3`,
    [keptTables, chainColumns],
  )
  const [current] = (await database.query<{ role: string }>('select current_user as role')).rows
  return { role: current?.role ?? '', excessive: rows.map(({ table, privilege }) => ({ table, privilege })) }
}
