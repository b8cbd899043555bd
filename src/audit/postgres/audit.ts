// The audit log in PostgreSQL: entries are written in the commit of what they report, and read in pages, newest first. No statement
// here changes or deletes an entry, and none ever may.
import { maskCardNumbers } from '../../kernel/account-numbers-in-text.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { Audit, AuditAction, AuditEntry, AuditFilter, AuditHead, AuditLine, AuditReader } from '../ports/audit.ts'
import { type AlertAction, alertContentOf, isAlertAction } from '../rules/alerts.ts'
import type { ChainedLine } from '../rules/audit-chain.ts'

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

/** A tampered row may hold a value that is not a finite time. */
const micros = `case when isfinite(at) then (extract(epoch from at) * 1000000)::bigint::text else at::text end`

export const auditLineColumns = `merchant_id, audit_id, ${micros} as at_micros, actor, action,
  subject::text as subject, position, prev_hash, hash`

export interface AuditLineRow {
  readonly merchant_id: string
  readonly audit_id: string
  readonly at_micros: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly position: string | null
  readonly prev_hash: Buffer | null
  readonly hash: Buffer | null
}

/** Position 0 if it has none. */
export function chainedLineOf(row: AuditLineRow): ChainedLine {
  return {
    auditId: row.audit_id,
    atMicros: row.at_micros,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    position: Number(row.position ?? 0),
    previousHash: row.prev_hash?.toString('hex') ?? '',
    hash: row.hash?.toString('hex') ?? '',
  }
}

export function auditLineOf(row: AuditLineRow): AuditLine {
  return {
    merchantId: row.merchant_id,
    auditId: row.audit_id,
    at: new Date(Number(row.at_micros) / 1_000),
    actor: row.actor,
    action: row.action as AuditAction,
    subject: JSON.parse(row.subject) as object,
    ...(row.position !== null && { position: Number(row.position) }),
  }
}

export interface HeadRow {
  readonly position: string
  readonly hash: Buffer
  readonly key_id: string
  readonly mac: Buffer
}

export function headOf({ position, hash, key_id: keyId, mac }: HeadRow): AuditHead {
  return { position: Number(position), hash: hash.toString('hex'), mac: { keyId, hash: mac } }
}

export function postgresAuditReader(database: Database): AuditReader {
  return {
    async list(wanted, { after, limit }) {
      const place = after === undefined ? undefined : /^(-?\d{1,17})\.(\d{1,18})$/.exec(after)
      if (place === null) return undefined
      const { conditions, values } = conditionsOf(wanted, place && { micros: place[1] ?? '', auditId: place[2] ?? '' })
      const { rows } = await database.query<AuditLineRow>(
        `select ${auditLineColumns} from audit where ${conditions.join(' and ')}
         order by at desc, audit_id desc limit ${limit + 1}`,
        [...values],
      )
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown.map(auditLineOf), next: last && `${last.at_micros}.${last.audit_id}` }
    },
  }
}

function conditionsOf(
  { merchantId, actor, action, from, to }: AuditFilter,
  after: { readonly micros: string; readonly auditId: string } | undefined,
): { readonly conditions: readonly string[]; readonly values: readonly unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = [`merchant_id = ${parameter(merchantId)}`]
  if (actor !== undefined) conditions.push(`actor = ${parameter(actor)}`)
  if (action !== undefined) conditions.push(`action = ${parameter(action)}`)
  if (from) conditions.push(`at >= ${parameter(from)}`)
  if (to) conditions.push(`at < ${parameter(to)}`)
  if (after)
    conditions.push(
      `(at, audit_id) < ('epoch'::timestamptz + ${parameter(after.micros)}::bigint * interval '1 microsecond', ${parameter(after.auditId)})`,
    )
  return { conditions, values }
}
