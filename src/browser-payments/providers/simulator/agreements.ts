// Agreements of payers to later payments without a browser, stored by provider A, and withdrawn consents.
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { AgreementRequest, AgreementResult, ConsentWithdrawal } from '../../../payments/index.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import { payerOfA } from './conventions.ts'
import type { ProviderClient } from './family.ts'
import { callbackDelaysMs, newSiteToken } from './payments.ts'
import type { CallbackMode } from './provider-line.ts'

const provider = 'PROVIDER_A'

export interface Agreement {
  readonly account: string
  readonly reference: string
  readonly agreementId: string | undefined
  readonly state: 'OPEN' | 'AGREED' | 'REFUSED' | 'WITHDRAWN'
  readonly wish: AgreementText | undefined
  readonly siteToken: string
  readonly returnUrl: string
  readonly serial: string
  readonly startedAt: Date
}

export type AgreementText = Pick<AgreementRequest, 'merchantName' | 'name' | 'description' | 'cardinality'>

interface AgreementRow {
  readonly account: string
  readonly reference: string
  readonly agreement_id: string | null
  readonly state: Agreement['state']
  readonly wish: AgreementText | null
  readonly site_token: string
  readonly return_url: string | null
  readonly serial: string
  readonly started_at: Date
}

function agreementFrom(row: AgreementRow): Agreement {
  return {
    account: row.account,
    reference: row.reference,
    agreementId: row.agreement_id ?? undefined,
    state: row.state,
    wish: row.wish ?? undefined,
    siteToken: row.site_token,
    returnUrl: row.return_url ?? '',
    serial: row.serial,
    startedAt: row.started_at,
  }
}

const begin = prepared(
  'providers-begin-agreement',
  `insert into simulated_providers.agreement as a
     (provider, account, reference, state, wish, site_token, return_url, callback_url, started_at, asked)
   values ('${provider}', $1, $2, 'OPEN', $3, $4, $5, $6, $7, 1)
   on conflict (provider, account, reference) do update set asked = a.asked + 1
   returning *`,
)

export async function beginAgreement(database: Database, request: AgreementRequest, now: Date): Promise<Agreement> {
  const { acquirerMerchantId, reference, merchantName, name, description, cardinality, returnUrl, callbackUrl } =
    request
  const text = { merchantName, name, description, cardinality }
  const { rows } = await database.query<AgreementRow>(
    begin([acquirerMerchantId, reference, JSON.stringify(text), newSiteToken(), returnUrl, callbackUrl, now]),
  )
  const [row] = rows
  if (!row) throw new Error('an agreement was neither found nor written')
  return agreementFrom(row)
}

const find = prepared(
  'providers-find-agreement',
  `select * from simulated_providers.agreement where provider = '${provider}' and account = $1 and reference = $2`,
)

export async function findAgreement(
  database: Database,
  { account, reference }: Pick<Agreement, 'account' | 'reference'>,
): Promise<Agreement | undefined> {
  const { rows } = await database.query<AgreementRow>(find([account, reference]))
  return rows[0] && agreementFrom(rows[0])
}

const findByToken = prepared(
  'providers-find-agreement-by-token',
  'select * from simulated_providers.agreement where site_token = $1',
)

export async function findAgreementByToken(database: Database, siteToken: string): Promise<Agreement | undefined> {
  const { rows } = await database.query<AgreementRow>(findByToken([siteToken]))
  return rows[0] && agreementFrom(rows[0])
}

/** The report to the gateway about an agreement; one that was withdrawn since had been agreed to. */
export function agreementResult(agreement: Agreement, payerUrl: string): AgreementResult {
  const { state, agreementId, wish } = agreement
  const isAgreed = state === 'AGREED' || state === 'WITHDRAWN'
  return {
    kind: 'FOUND',
    state: state === 'WITHDRAWN' ? 'AGREED' : state,
    payerUrl,
    payer:
      isAgreed && agreementId !== undefined
        ? {
            providerA: {
              ...payerOfA,
              billingAgreement: {
                id: agreementId,
                ...omitUndefined({ name: wish?.name, description: wish?.description, cardinality: wish?.cardinality }),
              },
            },
          }
        : {},
  }
}

export type AgreementDecision = 'AGREED' | 'REFUSED'

// Agreeing to a single one again returns the existing agreement: it has the same id.
const decide = prepared(
  'providers-decide-agreement',
  `with written as (
     update simulated_providers.agreement a set state = $3, decided_at = $4, agreement_id = case $3 when 'AGREED' then
       coalesce(
         (select s.agreement_id from simulated_providers.agreement s
          where s.provider = a.provider and s.account = a.account and s.state = 'AGREED'
            and a.wish ->> 'cardinality' = 'SINGLE' and s.wish ->> 'cardinality' = 'SINGLE'
          order by s.serial limit 1),
         'B-' || upper(lpad(to_hex(a.serial), 6, '0') || substr(md5(a.site_token), 1, 11))) end
     where provider = '${provider}' and account = $1 and reference = $2 and state = 'OPEN'
     returning *
   ), notified as (
     insert into simulated_providers.callback (provider, account, reference, url, due_at)
     select w.provider, w.account, w.reference, w.callback_url, d.at from written w, unnest($5::timestamptz[]) as d(at)
   )
   select from written`,
)

/** False when the agreement does not exist, or is decided already. */
export async function writeAgreementDecision(
  database: Database,
  { account, reference }: Pick<Agreement, 'account' | 'reference'>,
  decided: { readonly decision: AgreementDecision; readonly callbacks: CallbackMode; readonly now: Date },
): Promise<boolean> {
  const { decision, callbacks, now } = decided
  const times = callbackDelaysMs[callbacks].map((ms) => new Date(now.getTime() + ms))
  const { rows } = await database.query(decide([account, reference, decision, now, times]))
  return rows.length > 0
}

const findKnownAgreement = prepared(
  'providers-known-agreement',
  `select account, state from simulated_providers.agreement where provider = '${provider}' and agreement_id = $1`,
)

// Two concurrent first payments may both write it, under different names: it is still one agreement.
const adopt = prepared(
  'providers-adopt-agreement',
  `insert into simulated_providers.agreement
     (provider, account, reference, agreement_id, state, site_token, started_at, decided_at, asked)
   values ('${provider}', $1, 'migrated-' || $2, $2, 'AGREED', $3, $4, $4, 0)
   on conflict do nothing`,
)

/**
 * Whether an account may charge by this agreement. An unknown id in the right format belongs to an agreement that the
 * merchant brought along when it moved to the gateway: from now on it is known.
 */
export async function isAgreementActive(
  runner: ProviderClient,
  { account, agreementId, now }: { readonly account: string; readonly agreementId: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await runner.query<{ account: string; state: Agreement['state'] }>(findKnownAgreement([agreementId]))
  if (rows.length > 0) return rows.some((row) => row.account === account && row.state === 'AGREED')
  if (!/^B-[0-9A-Za-z]+$/.test(agreementId)) return false
  await runner.query(adopt([account, agreementId, newSiteToken(), now]))
  return true
}

const listOfAccount = prepared(
  'providers-list-agreements',
  `select distinct on (agreement_id) * from simulated_providers.agreement
   where provider = '${provider}' and account = $1 and agreement_id is not null
   order by agreement_id, serial`,
)

export async function listAgreements(database: Database, account: string): Promise<readonly Agreement[]> {
  const { rows } = await database.query<AgreementRow>(listOfAccount([account]))
  return rows.map(agreementFrom)
}

const withdraw = prepared(
  'providers-withdraw',
  `with written as (
     update simulated_providers.agreement set state = 'WITHDRAWN'
     where provider = '${provider}' and account = $1 and agreement_id = $2 and state = 'AGREED'
     returning provider, account, agreement_id
   )
   insert into simulated_providers.withdrawal (provider, account, agreement_id)
   select distinct provider, account, agreement_id from written returning notice_id`,
)

/** False when the agreement does not exist, or was withdrawn already. */
export async function writeWithdrawal(
  database: Database,
  { account, agreementId }: { readonly account: string; readonly agreementId: string },
): Promise<boolean> {
  const { rows } = await database.query(withdraw([account, agreementId]))
  return rows.length > 0
}

const unheard = prepared(
  'providers-withdrawals',
  `select notice_id::text as "noticeId", account as "acquirerMerchantId", agreement_id as "agreementId"
   from simulated_providers.withdrawal where provider = '${provider}' and acknowledged_at is null
   order by withdrawal.notice_id limit $1`,
)

export async function listUnacknowledgedWithdrawals(
  database: Database,
  limit: number,
): Promise<readonly ConsentWithdrawal[]> {
  return (await database.query<ConsentWithdrawal>(unheard([limit]))).rows
}

const acknowledge = prepared(
  'providers-acknowledge',
  `update simulated_providers.withdrawal set acknowledged_at = coalesce(acknowledged_at, now()) where notice_id = $1`,
)

export async function markWithdrawalAcknowledged(database: Database, noticeId: string): Promise<void> {
  await database.query(acknowledge([noticeId]))
}
