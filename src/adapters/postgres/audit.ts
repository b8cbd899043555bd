// The audit port on PostgreSQL. There is no statement here that changes or deletes a line, and there must never be one.
import type { Audit } from '../../ports/audit.ts'
import { type Database, prepared } from './database.ts'

const appendLine = prepared(
  'append-audit',
  'insert into audit (merchant_id, at, actor, action, subject) values ($1, $2, $3, $4, $5)',
)

export function postgresAudit(database: Database): Audit {
  return {
    async append({ merchantId, at, actor, action, subject }) {
      await database.query(appendLine([merchantId, at, actor, action, JSON.stringify(subject)]))
    },
  }
}
