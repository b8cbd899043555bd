// Audit log entries about actions of the vault, in the unit of work of the action.
import type pg from 'pg'
import { type AuditAction, type AuditEntry, actorText, subjectText } from '../../audit/index.ts'

/** Of no merchant: keys are the operator's. */
export async function writeKeyAuditLine(
  client: pg.PoolClient,
  { actor, action, subject }: { readonly actor: string; readonly action: AuditAction; readonly subject: object },
): Promise<void> {
  await writeOpeningAuditLines(client, [{ merchantId: '', actor, action, subject }])
}

export async function writeOpeningAuditLines(
  client: pg.PoolClient,
  entries: readonly Omit<AuditEntry, 'at'>[],
): Promise<void> {
  if (entries.length === 0) return
  await client.query(
    `insert into audit (merchant_id, at, actor, action, subject)
     select merchant_id, clock_timestamp(), actor, action, subject
     from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as given (merchant_id, actor, action, subject)`,
    [
      entries.map(({ merchantId }) => merchantId),
      entries.map(({ actor }) => actorText(actor)),
      entries.map(({ action }) => action),
      entries.map(({ subject }) => subjectText(subject)),
    ],
  )
}
