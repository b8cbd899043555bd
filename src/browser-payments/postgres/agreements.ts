// The agreements port on PostgreSQL.
import type { PoolClient } from 'pg'
import { findAnywhere, type MerchantDatabases, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import { writeSessionUpdate } from '../../sessions/index.ts'
import type {
  AgreementSetup,
  AgreementSetupKey,
  AgreementSetupOutcome,
  AgreementSetupRequest,
  AgreementSetupState,
  Agreements,
} from '../ports/agreements.ts'

const later = (parameter: string) => `now() + make_interval(secs => ${parameter}::float8 / 1000)`

const record = prepared(
  'record-agreement-setup',
  `insert into agreement_setups (merchant_id, redirect_token, reference, adapter, account, session_hash, wish, state,
     created_at, updated_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, ${later('$10')})`,
)

const byRedirectToken = rowLookup('find-agreement-setup', {
  table: 'agreement_setups',
  where: 'r.redirect_token = $1',
  valueCount: 1,
})

const notePayerUrl = prepared(
  'note-payer-url-of-agreement',
  'update agreement_setups set payer_url = $3 where merchant_id = $1 and redirect_token = $2',
)

const close = prepared(
  'close-agreement-setup',
  `update agreement_setups set state = $3, token = $4, why = $5, updated_at = $6, due_at = ${later('$7')}
   where merchant_id = $1 and redirect_token = $2 and state = 'OPEN'`,
)

const pollLater = prepared(
  'look-at-agreement-later',
  `update agreement_setups set due_at = ${later('$3')}
   where merchant_id = $1 and redirect_token = $2 and state = 'OPEN'`,
)

const remove = prepared(
  'remove-agreement-setup',
  "delete from agreement_setups where merchant_id = $1 and redirect_token = $2 and state <> 'OPEN'",
)

export const dueAgreements = {
  from: 'agreement_setups',
  id: 'merchant_id',
  where: 'due_at < now()',
} as const satisfies DueRows

/** Merchant by merchant; none is served twice before the others were served once. */
const merchantsWithDue = prepared(
  'find-merchants-with-due-agreements',
  `select merchant_id from agreement_setups where ${dueAgreements.where}
   group by merchant_id order by min(due_at) limit $1`,
)

const claimDue = prepared(
  'claim-due-agreements',
  `update agreement_setups set due_at = ${later('$3')}
   where merchant_id = $1 and redirect_token in (
     select redirect_token from agreement_setups where merchant_id = $1 and ${dueAgreements.where}
     order by due_at limit $2 for update skip locked)
   returning *`,
)

/** Merchants and tokens may be on different nodes, and are not joined. */
const findHomes = prepared(
  'find-homes-of-agreement',
  `select distinct profile ->> 'tokenRepositoryId' as home from merchants
   where profile -> 'providers' @> jsonb_build_array(jsonb_build_object('adapter', $1::text, 'account', $2::text))`,
)

const findRepositories = prepared(
  'find-repositories-of-agreement',
  `select distinct repository_id from tokens
   where home_repository_id = any ($1::text[]) and kind = 'PROVIDER_A' and masked = $2`,
)

/** A payer who comes back late is sent on to the shop; after that the row is not needed. */
const keptForMs = 30 * 86_400_000

export function postgresAgreements(databases: MerchantDatabases): Agreements {
  return {
    async record(setup, lookAfterMs) {
      await databases.of(setup.merchantId).query(record([...valuesOf(setup), lookAfterMs]))
    },

    async find(redirectToken) {
      const [row] = await findAnywhere<SetupRow>(databases, byRedirectToken, [redirectToken])
      return row && storedSetup(row)
    },

    async notePayerUrl({ merchantId, redirectToken }, payerUrl) {
      await databases.of(merchantId).query(notePayerUrl([merchantId, redirectToken, payerUrl]))
    },

    close: (key, end) =>
      inUnitOfWork(databases.of(key.merchantId), (client) => closeWithSession(client, key, end), {
        isKept: (result) => result === 'CLOSED',
      }),

    async claimDue(limit, leaseMs) {
      const { rows: merchants } = await databases.any.query<{ merchant_id: string }>(merchantsWithDue([limit]))
      const claimed: AgreementSetup[] = []
      for (const { merchant_id } of merchants) {
        if (claimed.length >= limit) break
        const values = [merchant_id, limit - claimed.length, leaseMs]
        const { rows } = await databases.of(merchant_id).query<SetupRow>(claimDue(values))
        claimed.push(...rows.map(storedSetup))
      }
      return claimed
    },

    async pollLater({ merchantId, redirectToken }, afterMs) {
      await databases.of(merchantId).query(pollLater([merchantId, redirectToken, afterMs]))
    },

    async remove({ merchantId, redirectToken }) {
      await databases.of(merchantId).query(remove([merchantId, redirectToken]))
    },

    async findRepositories({ adapter, account, agreementId }) {
      const { rows: homes } = await databases.any.query<{ home: string }>(findHomes([adapter, account]))
      const values = [homes.map(({ home }) => home), agreementId]
      const { rows } = await databases.any.query<{ repository_id: string }>(findRepositories(values))
      return rows.map(({ repository_id }) => repository_id)
    },
  }
}

async function closeWithSession(
  client: PoolClient,
  { merchantId, redirectToken }: AgreementSetupKey,
  { state, token, why, at, session }: AgreementSetupOutcome,
): Promise<'CLOSED' | 'OVER' | 'SESSION_MOVED'> {
  const { rowCount } = await client.query(close([merchantId, redirectToken, state, token, why, at, keptForMs]))
  if (rowCount !== 1) return 'OVER'
  if (session && !(await writeSessionUpdate(client, session))) return 'SESSION_MOVED'
  return 'CLOSED'
}

function valuesOf(setup: AgreementSetup): readonly unknown[] {
  const { merchantId, redirectToken, reference, adapter, account, sessionHash, wish, state, createdAt } = setup
  return [merchantId, redirectToken, reference, adapter, account, sessionHash, JSON.stringify(wish), state, createdAt]
}

interface SetupRow {
  readonly merchant_id: string
  readonly redirect_token: string
  readonly reference: string
  readonly adapter: string
  readonly account: string
  readonly session_hash: Buffer
  readonly wish: AgreementSetupRequest
  readonly state: AgreementSetupState
  readonly payer_url: string | null
  readonly created_at: Date
}

function storedSetup(row: SetupRow): AgreementSetup {
  return {
    merchantId: row.merchant_id,
    redirectToken: row.redirect_token,
    reference: row.reference,
    adapter: row.adapter,
    account: row.account,
    sessionHash: row.session_hash,
    wish: row.wish,
    state: row.state,
    ...(row.payer_url !== null && { payerUrl: row.payer_url }),
    createdAt: row.created_at,
  }
}
