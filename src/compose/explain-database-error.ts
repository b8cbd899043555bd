// What an operator can do about an error of the database, in one line; other errors are bugs.
import { databaseErrorKindOf, outageReasonOf } from '../platform/postgres/database-errors.ts'

/** SQLSTATEs that come from roles and schemas rather than from a value or a statement. */
const remedies: Readonly<Record<string, (message: string) => string>> = {
  '42501': (message) =>
    `The database role of DATABASE_URL lacks a privilege (${message}); run docs/operating/database-roles.sql as the owner of the tables, and "tollgate migrate" with the owner's DATABASE_URL.`,
  '42P01': schemaDiffers,
  '42703': schemaDiffers,
}

function schemaDiffers(message: string): string {
  return `The schema of the database is not the one of this release (${message}); "npx tollgate doctor" shows what is missing.`
}

export function explainDatabaseError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { readonly code?: unknown }
  const message = error.message.replaceAll(/\s+/g, ' ')
  if (databaseErrorKindOf(error) === 'NOT_NOW')
    return `The database does not accept this now: ${outageReasonOf(error)} (${message}); see docs/operating/monitoring.md.`
  return typeof code === 'string' ? remedies[code]?.(message) : undefined
}
