// The privileges of the gateway's database role (docs/operating/database-roles.md): grants them, and finds any that
// it must not have.

import { readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { splitStatements } from './split-statements.ts'

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

const rolesFile = new URL('../../../docs/operating/database-roles.sql', import.meta.url)

/** `NO_ROLE`: one role does everything, as in the sandbox. */
export type RoleGrant = 'GRANTED' | 'NO_ROLE'

/** As the owner of the tables. */
export async function grantGatewayRole(database: Database): Promise<RoleGrant> {
  const { rowCount } = await database.query(`select from pg_roles where rolname = 'tollgate_gateway'`)
  if (rowCount === 0) return 'NO_ROLE'
  // One at a time: a distributed database passes each on to its nodes.
  for (const statement of splitStatements(await readFile(rolesFile, 'utf8'))) await database.query(statement)
  return 'GRANTED'
}
