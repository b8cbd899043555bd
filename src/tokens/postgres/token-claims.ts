// Claims work on tokens that is due, for a lease, and stores what must still be reported to the token service.

import { type RepositoryRow, repositoryOf } from '../../merchants/index.ts'
import type { TokenKey } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'
import type { KeptSchemeToken, TokenClaims, TokenClaimTerms } from '../ports/token-claims.ts'
import { informLate } from './token-notices.ts'

const dueBy = (from: string, column: string) => ({ from, id: 'repository_id', where: `${column} <= now()` })

export const dueSchemeTokens = dueBy('tokens', 'scheme_due_at') satisfies DueRows
export const dueMaintenance = dueBy('tokens', 'maintenance_due_at') satisfies DueRows
export const dueUnwanted = dueBy('scheme_tokens_given_up', 'due_at') satisfies DueRows

/** How rows are claimed, those first whose time came first. */
interface Claim {
  readonly due: DueRows
  readonly time: string
  readonly claim: string
  readonly before?: string | undefined
}

const provisions: Claim = {
  due: dueSchemeTokens,
  time: 'scheme_due_at',
  claim: `update tokens t set scheme_due_at = now() + make_interval(secs => $3 / 1000.0), scheme_attempts = scheme_attempts + 1
    where (repository_id, token) in (
      select repository_id, token from tokens where repository_id = $1 and ${dueSchemeTokens.where}
      order by scheme_due_at limit $2 for update skip locked)
    returning repository_id, token, scheme_attempts as attempts`,
}

const maintenance: Claim = {
  due: dueMaintenance,
  time: 'maintenance_due_at',
  claim: `with claimed as (
      update tokens t set maintenance_due_at = now() + make_interval(secs => $3 / 1000.0)
      where (repository_id, token) in (
        select repository_id, token from tokens where repository_id = $1 and ${dueMaintenance.where}
        order by maintenance_due_at limit $2 for update skip locked)
      returning repository_id as held_in, token, home_repository_id)
    select claimed.held_in, claimed.token, r.*
    from claimed join token_repositories r on r.repository_id = claimed.home_repository_id`,
}

const forgetKept = `delete from scheme_tokens_given_up g
  where g.repository_id = $1 and ${dueUnwanted.where}
    and exists (select from tokens t where t.repository_id = g.repository_id and t.scheme_reference = g.reference)`

const unwanted: Claim = {
  due: dueUnwanted,
  time: 'due_at',
  before: forgetKept,
  claim: `update scheme_tokens_given_up set due_at = now() + make_interval(secs => $3 / 1000.0), attempts = attempts + 1
    where (repository_id, reference) in (
      select repository_id, reference from scheme_tokens_given_up where repository_id = $1 and ${dueUnwanted.where}
      order by due_at limit $2 for update skip locked)
    returning repository_id, reference, attempts`,
}

async function claimDue<Row extends object>(
  database: Database,
  { due: { from, where }, time, claim, before }: Claim,
  { limit, leaseMs }: TokenClaimTerms,
): Promise<readonly Row[]> {
  const { rows: repositories } = await database.query<{ repository_id: string }>(
    `select repository_id from ${from} where ${where} group by repository_id order by min(${time}) limit $1`,
    [limit],
  )
  const claimed: Row[] = []
  for (const [index, { repository_id }] of repositories.entries()) {
    if (before !== undefined) await database.query(before, [repository_id])
    // Each repository gets its share of what is left: a long queue in one does not delay the others.
    const share = Math.ceil((limit - claimed.length) / (repositories.length - index))
    const { rows } = await database.query<Row>(claim, [repository_id, share, leaseMs])
    claimed.push(...rows)
  }
  return claimed
}

const findByReference = `select
    (select token from tokens where repository_id = $1 and scheme_reference = $2) as token,
    exists (select from scheme_tokens_given_up where repository_id = $1 and reference = $2 and due_at > now()
      and attempts = 0) as is_undecided`

const listKept = `select repository_id, token, scheme_reference as reference, scheme_token ->> 'status' as status from tokens
  where (repository_id, scheme_reference) > ($1, $2) and scheme_reference is not null
  order by repository_id, scheme_reference limit $3`

const listUnwanted = `select repository_id, reference from scheme_tokens_given_up
  where (repository_id, reference) > ($1, $2) order by repository_id, reference limit $3`

export function tokenClaims(database: Database): TokenClaims {
  return {
    async claimProvisions(claim) {
      const rows = await claimDue<NameRow & { attempts: number }>(database, provisions, claim)
      return rows.map((row) => ({ ...nameOf(row), attempts: row.attempts }))
    },

    async putOffProvision({ repositoryId, token, revision }, afterMs) {
      await database.query(
        `update tokens set scheme_due_at = now() + make_interval(secs => $4 / 1000.0)
         where repository_id = $1 and token = $2 and revision = $3 and scheme_due_at is not null`,
        [repositoryId, token, revision, afterMs],
      )
    },

    async claimMaintenance(claim) {
      const rows = await claimDue<RepositoryRow & { held_in: string; token: string }>(database, maintenance, claim)
      return rows.map((row) => ({
        repositoryId: row.held_in,
        token: row.token,
        repository: { ...repositoryOf(row), id: row.held_in },
      }))
    },

    async putOffMaintenance({ repositoryId, token, revision }, afterMs) {
      await database.query(
        `update tokens set maintenance_due_at = now() + make_interval(secs => $4 / 1000.0)
         where repository_id = $1 and token = $2 and revision = $3`,
        [repositoryId, token, revision, afterMs ?? null],
      )
    },

    async makeMaintenanceDue(repositoryId) {
      const { rowCount } = await database.query(
        `update tokens set maintenance_due_at = now()
         where kind = 'CARD' and (repository_id = $1 or (home_repository_id = $1 and home_repository_id <> repository_id))`,
        [repositoryId],
      )
      return rowCount ?? 0
    },

    async giveUpUnlessKept({ repositoryId, reference }, afterMs) {
      await database.query(
        `insert into scheme_tokens_given_up as g (repository_id, reference, due_at)
         values ($1, $2, now() + make_interval(secs => $3 / 1000.0))
         on conflict (repository_id, reference) do update set due_at = least(g.due_at, excluded.due_at)`,
        [repositoryId, reference, afterMs],
      )
    },

    async claimUnwanted(claim) {
      const rows = await claimDue<ReferenceRow & { attempts: number }>(database, unwanted, claim)
      return rows.map(({ repository_id, reference, attempts }) => ({
        repositoryId: repository_id,
        reference,
        attempts,
      }))
    },

    async forgetUnwanted({ repositoryId, reference }) {
      await database.query('delete from scheme_tokens_given_up where repository_id = $1 and reference = $2', [
        repositoryId,
        reference,
      ])
    },

    async putOffUnwanted({ repositoryId, reference }, afterMs) {
      await database.query(
        `update scheme_tokens_given_up set due_at = now() + make_interval(secs => $3 / 1000.0)
         where repository_id = $1 and reference = $2`,
        [repositoryId, reference, afterMs],
      )
    },

    async findByReference({ repositoryId, reference }) {
      const { rows } = await database.query<{ token: string | null; is_undecided: boolean }>(findByReference, [
        repositoryId,
        reference,
      ])
      const { token = null, is_undecided = false } = rows[0] ?? {}
      if (token !== null) return { repositoryId, token }
      return is_undecided ? 'UNDECIDED' : undefined
    },

    informMerchants: (limit) => informLate(database, limit),

    async listKept({ after, limit }) {
      const { rows } = await database.query<NameRow & ReferenceRow & { status: KeptSchemeToken['status'] }>(listKept, [
        after?.repositoryId ?? '',
        after?.reference ?? '',
        limit,
      ])
      return rows.map((row) => ({ ...nameOf(row), reference: row.reference, status: row.status }))
    },

    async listUnwanted({ after, limit }) {
      const { rows } = await database.query<ReferenceRow>(listUnwanted, [
        after?.repositoryId ?? '',
        after?.reference ?? '',
        limit,
      ])
      return rows.map(({ repository_id, reference }) => ({ repositoryId: repository_id, reference }))
    },
  }
}

interface ReferenceRow {
  readonly repository_id: string
  readonly reference: string
}

interface NameRow {
  readonly repository_id: string
  readonly token: string
}

function nameOf({ repository_id, token }: NameRow): TokenKey {
  return { repositoryId: repository_id, token }
}
