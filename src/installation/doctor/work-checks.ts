// Overdue work: a job is not running, or an operator is needed.
import { readUnresolvedItems } from '../../payments/postgres/manual-resolutions.ts'
import { type Check, type DoctorContext, type Finding, ok, warning, wrong } from './check.ts'

interface OverdueQuery {
  /** Counts what waits, and how many seconds the oldest of it does so beyond its time. */
  readonly sql: string
  readonly warningAfterSeconds: number
  /** Left out where it waits for an operator, not for a process. */
  readonly wrongAfterSeconds?: number
  readonly what: string
}

/** What a gateway takes in within a minute or so. */
const eventsBehindMax = 10_000n

const attemptsWarningAfterSeconds = 60
const attemptsWrongAfterSeconds = 3_600

export const workChecks: readonly Check[] = [
  {
    name: 'attempts',
    looksAt: 'Transactions past their deadline without an outcome',
    mend: 'Start a gateway, which recovers them. If one is running, check its log for why the acquirer does not respond.',
    needs: 'SCHEMA',
    async run({ database }) {
      const { count, oldestSeconds, claimsMost } = (await readUnresolvedItems(database)).attempts
      if (count === 0) return ok('none')
      const text = `${count} past their first deadline, the oldest for ${Math.round(oldestSeconds)} s, asked about up to ${claimsMost} times`
      if (oldestSeconds >= attemptsWrongAfterSeconds) return wrong(text)
      return oldestSeconds >= attemptsWarningAfterSeconds ? warning(text) : ok(text)
    },
  },
  {
    name: 'settlement batches',
    looksAt: 'Settlement batches that are out of balance with their acquirer',
    mend: 'Compare both sides with "npx tollgate batch show", then run "npx tollgate batch close" again; see docs/operating/settlement.md.',
    needs: 'SCHEMA',
    run: checkBatches,
  },
  {
    name: 'manual resolution',
    looksAt: 'Transactions that require manual resolution',
    mend: 'Ask the acquirer about each, then run "npx tollgate attempt resolve"; see docs/operating/acquirer-down.md.',
    needs: 'SCHEMA',
    run: checkManualWork,
  },
  {
    name: 'reversals',
    looksAt: 'Reversals that acquirers have not acknowledged',
    mend: 'See docs/operating/acquirer-down.md; "npx tollgate order show" shows the details of each.',
    needs: 'SCHEMA',
    run: overdueCheck({
      sql: `select count(*)::int as count, extract(epoch from now() - min(updated_at))::float8 as seconds
        from transactions where reverse_at is not null`,
      warningAfterSeconds: 600,
      what: 'pending reversals',
    }),
  },
  {
    name: 'refused reversals',
    looksAt: 'Declined payments that acquirers refused to reverse',
    mend: 'Ask the acquirer to reverse each payment of "npx tollgate attempt list"; see docs/operating/acquirer-down.md.',
    needs: 'SCHEMA',
    async run({ database }) {
      const { reversalsRefused, reversalsUnsupported } = await readUnresolvedItems(database)
      if (reversalsRefused + reversalsUnsupported === 0) return ok('none')
      return warning(`${reversalsRefused} refused, ${reversalsUnsupported} at acquirers without reversals`)
    },
  },
  {
    name: 'events',
    looksAt: 'Events without a position in the feed, which are not delivered yet',
    mend: 'Start a gateway, which assigns positions within a second.',
    needs: 'SCHEMA',
    run: overdueCheck({
      sql: `select count(*)::int as count, extract(epoch from now() - min(written_at))::float8 as seconds from outbox`,
      warningAfterSeconds: 60,
      wrongAfterSeconds: 3_600,
      what: 'events without a position in the feed',
    }),
  },
  {
    name: 'notifications',
    looksAt: 'Notifications that are due but not sent',
    mend: 'Start a gateway; if one runs, see "npx tollgate webhooks list <merchant> --state PENDING" and its log.',
    needs: 'SCHEMA',
    run: overdueCheck({
      sql: `select count(*)::int as count, extract(epoch from now() - min(next_at))::float8 as seconds
        from deliveries where next_at < now() - interval '1 minute'`,
      warningAfterSeconds: 300,
      wrongAfterSeconds: 7_200,
      what: 'due',
    }),
  },
  {
    name: 'parked notifications',
    looksAt: 'Notifications parked after three days of failed attempts',
    mend: 'Ask the merchant to check its webhook, then run "npx tollgate webhooks replay <merchant> --since ...".',
    needs: 'SCHEMA',
    async run({ database }) {
      const { rows } = await database.query<{ count: number; merchants: string[] | null }>(
        `select count(*)::int as count, (array_agg(distinct merchant_id))[1:5] as merchants
         from deliveries where state = 'PARKED'`,
      )
      const { count = 0, merchants } = rows[0] ?? {}
      return count > 0 ? warning(`${count}, of ${merchants?.join(', ')}`) : ok('none')
    },
  },
  {
    name: 'e-mails',
    looksAt: 'E-mails to payers that are due but not sent',
    mend: 'Check TOLLGATE_SMTP_URL and the mail server. Without one they are given up a day after they were queued; see docs/guides/hosted-pages.md.',
    needs: 'SCHEMA',
    run: checkMails,
  },
  {
    name: 'card testing',
    looksAt: 'Merchants with payments rejected by velocity limits in the last hour',
    mend: 'See docs/operating/card-testing.md for what to check, whom to inform and how to change a limit.',
    needs: 'SCHEMA',
    run: checkCardTesting,
  },
  {
    name: 'audit',
    looksAt: 'Audit log entries that are not chained yet and could be altered undetected',
    mend: 'Start a gateway, which chains them. Then verify the audit log with "npx tollgate audit verify".',
    needs: 'SCHEMA',
    run: overdueCheck({
      sql: `select count(*)::int as count, extract(epoch from now() - min(at))::float8 as seconds
        from audit where position is null`,
      warningAfterSeconds: 300,
      wrongAfterSeconds: 86_400,
      what: 'entries not chained',
    }),
  },
  {
    name: 'search',
    looksAt: 'Feed events not yet indexed for search and reports',
    mend: 'Start a gateway, which indexes them. If it is stuck, run "npx tollgate projection rebuild".',
    needs: 'SCHEMA',
    async run({ database }) {
      const { rows } = await database.query<{ behind: string; merchants: number }>(
        `select coalesce(sum(f.last_position - coalesce(p.position, 0)), 0)::text as behind, count(*)::int as merchants
         from feeds f left join projections p on p.merchant_id = f.merchant_id and p.is_current
         where f.last_position > coalesce(p.position, 0)`,
      )
      const { behind = '0', merchants = 0 } = rows[0] ?? {}
      if (merchants === 0) return ok('up to date')
      const text = `${behind} events behind, for ${merchants} merchants`
      return BigInt(behind) > eventsBehindMax ? warning(text) : ok(text)
    },
  },
  {
    name: 'gateways',
    looksAt: 'Whether gateways are connected to the database',
    mend: 'Start one: "npm start", or "systemctl start tollgate".',
    needs: 'DATABASE',
    run: checkGateways,
  },
]

function overdueCheck({ sql, warningAfterSeconds, wrongAfterSeconds, what }: OverdueQuery) {
  return async ({ database }: DoctorContext): Promise<Finding> => {
    const { rows } = await database.query<{ count: number; seconds: number | null }>(sql)
    const { count = 0, seconds } = rows[0] ?? {}
    if (count === 0 || seconds === null || seconds === undefined) return ok('none')
    const text = `${count} ${what}, oldest for ${Math.round(seconds)} s`
    if (wrongAfterSeconds !== undefined && seconds >= wrongAfterSeconds) return wrong(text)
    return seconds >= warningAfterSeconds ? warning(text) : ok(text)
  }
}

/** Retries are due at their own times: a mail server that is down for a while makes none of them overdue. */
const mailsWarningAfterSeconds = 900

async function checkMails({ database, config }: DoctorContext): Promise<Finding> {
  const waiting = (table: string) =>
    `select count(*)::int as count, extract(epoch from now() - min(next_attempt_at))::float8 as seconds
     from ${table} where state = 'PENDING' and next_attempt_at <= now()`
  const { rows } = await database.query<{ count: number; seconds: number | null }>(
    ['receipt_emails', 'payment_link_emails', 'user_emails'].map(waiting).join(' union all '),
  )
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  if (count === 0) return ok(config.smtpUrl === undefined ? 'none; no mail server is set' : 'none')
  if (config.smtpUrl === undefined) return warning(`${count} wait, and no mail server is set`)
  const oldestSeconds = Math.max(...rows.map(({ seconds }) => seconds ?? 0))
  const text = `${count} due, oldest for ${Math.round(oldestSeconds)} s`
  return oldestSeconds >= mailsWarningAfterSeconds ? warning(text) : ok(text)
}

async function checkBatches({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query<{ differing: number; closing: number; batches: string[] | null }>(
    `select count(*) filter (where state = 'DIFFERS')::int as differing,
       count(*) filter (where state = 'CLOSING' and begun_at < now() - interval '1 hour')::int as closing,
       (array_agg(merchant_id || ' ' || acquirer_id || ' ' || batch order by updated_at)
         filter (where state = 'DIFFERS'))[1:5] as batches
     from batch_closings where state <> 'CLOSED'`,
  )
  const { differing = 0, closing = 0, batches } = rows[0] ?? {}
  if (differing > 0) return wrong(`${differing} out of balance: ${batches?.join(', ')}`)
  return closing > 0 ? warning(`${closing} being closed for more than an hour`) : ok('none out of balance')
}

async function checkManualWork({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query<{ count: number; orders: string[] | null }>(
    `select count(*)::int as count, (array_agg(merchant_id || ' ' || order_id order by manual_since))[1:5] as orders
     from transactions where manual_resolution is not null`,
  )
  const { count = 0, orders } = rows[0] ?? {}
  return count === 0 ? ok('none') : wrong(`${count}, of orders ${orders?.join(', ')}`)
}

/** Counted in parts of five minutes, as the window of an hour has them. */
async function checkCardTesting({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query<{ merchant_id: string; refusals: string }>(
    `select merchant_id, sum((part ->> 1)::bigint)::text as refusals
     from shared_counts, jsonb_array_elements(totals -> 'series' -> 'HOUR:REFUSALS') as part
     where kind = 'MERCHANT' and (part ->> 0)::bigint >= floor(extract(epoch from now() - interval '1 hour') / 300)
     group by merchant_id order by sum((part ->> 1)::bigint) desc limit 5`,
  )
  if (rows.length === 0) return ok('none')
  return warning(rows.map(({ merchant_id, refusals }) => `${merchant_id}: ${refusals} payments rejected`).join(', '))
}

/** Every process of the gateway has an application name; this one is not counted. */
async function checkGateways({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await database.query<{ connections: number; hosts: number }>(
    `select count(*)::int as connections, count(distinct coalesce(host(client_addr), 'this machine'))::int as hosts
     from pg_stat_activity
     where datname = current_database() and application_name = 'tollgate' and pid <> pg_backend_pid()`,
  )
  const { connections = 0, hosts = 0 } = rows[0] ?? {}
  return connections === 0
    ? warning('none connected')
    : ok(`${connections} connections from ${hosts} ${hosts === 1 ? 'machine' : 'machines'}`)
}
