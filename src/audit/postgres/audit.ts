// The audit port on PostgreSQL, and how a change writes its audit log entry in its own commit. No statement here
// changes or deletes an entry, and none ever may.

import { maskCardNumbers } from '../../kernel/account-numbers-in-text.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { Audit, AuditAction, AuditEntry } from '../ports/audit.ts'
import { type AlertAction, alertContentOf, isAlertAction } from '../rules/alerts.ts'

const appendLine = prepared(
  'append-audit',
  'insert into audit (merchant_id, at, actor, action, subject) values ($1, $2, $3, $4, $5) returning audit_id',
)

const raiseAlert = prepared(
  'raise-alert',
  'insert into alerts (merchant_id, audit_id, at, is_weakening, is_in_summary) values ($1, $2, $3, $4, $5)',
)

export function postgresAudit(databases: MerchantDatabases): Audit {
  return {
    append(entry) {
      const database = databases.of(entry.merchantId)
      // With its alert.
      if (isAlertAction(entry.action)) return inUnitOfWork(database, (client) => writeAuditLine(client, entry))
      return writeAuditLine(database, entry)
    },
  }
}

/** With the connection of a unit of work, as part of it. */
export async function writeAuditLine(
  client: Pick<Database, 'query'>,
  { merchantId, at, actor, action, subject }: AuditEntry,
): Promise<void> {
  const { rows } = await client.query<{ audit_id: string }>(
    appendLine([merchantId, at, actorText(actor), action, subjectText(subject)]),
  )
  if (!isAlertAction(action)) return
  const { isWeakening, isInSummary } = alertContentOf(action, subject)
  await client.query(raiseAlert([merchantId, rows[0]?.audit_id, at, isWeakening, isInSummary]))
}

/** One that raises no alert, which a single statement cannot write beside its entry. */
type QuietAction = Exclude<AuditAction, AlertAction>

/** The actor as stored: a login is text that a user typed. */
export function actorText(actor: string): string {
  return maskCardNumbers(actor)
}

/** Made by the gateway: their digits can look like a card number by chance. */
const ownIds: ReadonlySet<string> = new Set(['fingerprint', 'consoleSessionId', 'notificationId', 'publicKeyHash'])

/** The subject as stored. Order ids, names and notes are free text: a card number in one is masked. */
export function subjectText(subject: object): string {
  return JSON.stringify(subject, (name, value: unknown) =>
    typeof value === 'string' && !ownIds.has(name) ? maskCardNumbers(value) : value,
  )
}

/** An entry that goes into a statement as JSON; see insertLine. */
export function auditLineJson({ actor, subject, ...entry }: AuditEntry): string {
  if (isAlertAction(entry.action)) throw new Error(`${entry.action} raises an alert, which this statement cannot write`)
  return `{${JSON.stringify({ ...entry, actor: actorText(actor) }).slice(1, -1)},"subject":${subjectText(subject)}}`
}

/**
 * A change of one statement together with its audit log entry: $1 merchant, $2 actor, $3 time, $4 subject. One entry is
 * written for each row that the change returns; a refused change writes none. The actor comes from actorText, the
 * subject from subjectText.
 */
export function withAuditLine(change: string, action: QuietAction): string {
  return `with changed as (${change}),
  noted as (insert into audit (merchant_id, at, actor, action, subject)
    select $1::text, $3::timestamptz, $2::text, '${action}', $4::jsonb from changed)
  select * from changed`
}

/** The same where the entry comes as JSON of lineJson, such as `lines.line` of a query. */
export function insertAuditLine(line: string): string {
  return `insert into audit (merchant_id, at, actor, action, subject)
  select ${line} ->> 'merchantId', (${line} ->> 'at')::timestamptz, ${line} ->> 'actor', ${line} ->> 'action',
    (${line} -> 'subject')::jsonb`
}
