// Gives the gateway's role its privileges, as the guide for operators does with psql: they are not in an exported file.
import { readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { splitStatements } from './split-statements.ts'

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
