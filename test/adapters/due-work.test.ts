// The one search for the work of all jobs finds what the jobs' own searches find.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SubjectDependencies } from '../../src/compose/dependencies.ts'
import { searchNodes, searchOneServer } from '../../src/compose/due-work.ts'
import { dueSearchesOf } from '../../src/compose/start-jobs.ts'
import { createSubjects } from '../../src/compose/subjects.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { withoutCluster } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 1, onError: () => undefined })
})
after(() => database.end())

/** A row that makes each kind of work due. */
const causes: Readonly<Record<string, string>> = {
  EVENTS: `insert into outbox (merchant_id, subject, repository_id, name, number) values ('M', 'ORDER', '', 'O', 1)`,
  AUDIT: `insert into audit (merchant_id, at, actor, action, subject) values ('M', now(), 'a', 'BATCH_CLOSED', '{}')`,
  PROJECTION: `insert into feeds (merchant_id, last_position) values ('M', 3)`,
  TOKEN_NOTICES: `insert into token_notices (repository_id, token, number, home_repository_id, written_at)
    values ('R', 'T', 1, 'R', now() - interval '1 minute')`,
  RECEIPTS: `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at)
    values ('M', 'O', '1', '{}', now())`,
  PAYMENT_LINK_EMAILS: `insert into payment_link_emails
      (merchant_id, email_id, payment_link_id, recipient, next_attempt_at, created_by, created_at)
    values ('M', 'E', 'L', 'jane@payer.example', now(), 'a', now())`,
  USER_EMAILS: `insert into user_emails
      (merchant_id, email_id, login, kind, recipient, details, next_attempt_at, created_at)
    values ('', 'E', 'ann', 'CODE', 'ann@operator.example', '{}', now(), now())`,
  ALERTS: `insert into alerts (merchant_id, audit_id, at, is_weakening, is_in_summary) values ('M', 1, now(), false, false)`,
  UNWANTED_SCHEME_TOKENS: `insert into scheme_tokens_given_up (repository_id, reference, due_at) values ('R', 'S', now())`,
  EXPIRED: `insert into session_codes (merchant_id, session_hash, sealed, expires_at) values ('M', 'h', 's', now())`,
}

/** One server takes both forms of the search, a distributed database its own. */
const forms = withoutCluster ? [searchOneServer, searchNodes] : [searchNodes]

/** What the jobs of all subjects look for; none of them is started. */
const searches = dueSearchesOf(createSubjects({ config: {} } as unknown as SubjectDependencies).jobs)

async function findByEachForm(): Promise<readonly string[][]> {
  return Promise.all(forms.map(async (form) => [...(await form(database).finderOf(searches)())].toSorted()))
}

describe('the search for due work', () => {
  it('finds nothing where nothing waits', async () => {
    // Of what the seed data were written with.
    assert.deepEqual(
      await findByEachForm(),
      forms.map(() => ['ALERTS', 'AUDIT']),
    )
  })

  for (const [work, cause] of Object.entries(causes))
    it(`finds ${work}`, async () => {
      await database.query(cause)
      for (const found of await findByEachForm()) assert.ok(found.includes(work))
    })
})
