// The statements about acquirer links.
import type { SettingValues } from '../../kernel/settings-schema.ts'

/** As the column of `linkRowsColumn` has them. */
export interface StoredLinks {
  readonly links: readonly {
    readonly link_id: string
    readonly adapter: string
    readonly acquirer_id: string
    readonly is_enabled: boolean
    readonly revision: number
    readonly created_at: string
    readonly updated_at: string
  }[]
  readonly revisions: readonly {
    readonly link_id: string
    readonly revision: number
    readonly settings: SettingValues
    readonly secrets_key_id: string | null
    /** In hexadecimal. */
    readonly secrets_sealed: string | null
    readonly change: number
    readonly created_at: string
  }[]
}

/** An expression that reads an owner's links, which are few. */
export function linkRowsColumn(owner: string): string {
  return `jsonb_build_object(
    'links', (select coalesce(jsonb_agg(to_jsonb(l) order by l.link_id collate "C"), '[]')
      from links l where l.merchant_id = ${owner}),
    'revisions', (select coalesce(jsonb_agg(
        to_jsonb(r) || jsonb_build_object('secrets_sealed', encode(r.secrets_sealed, 'hex'))
        order by r.link_id collate "C", r.revision), '[]')
      from link_revisions r where r.merchant_id = ${owner}))`
}

export const insertLinkText = `insert into links (merchant_id, link_id, adapter, acquirer_id, revision, created_at, updated_at)
  values ($1, $2, $3, $4, 1, $5, $5) on conflict do nothing`

export const updateLinkText = `update links set acquirer_id = $3, is_enabled = $4, revision = $5, updated_at = $6
  where merchant_id = $1 and link_id = $2`

export const insertRevisionText = `insert into link_revisions
    (merchant_id, link_id, revision, settings, secrets_key_id, secrets_sealed)
  values ($1, $2, $3, $4, $5, $6)`

export const updateRevisionText = `update link_revisions set settings = $4, secrets_key_id = $5, secrets_sealed = $6,
    change = change + 1
  where merchant_id = $1 and link_id = $2 and revision = $3`

/** Each part by its own partial index; rows from before links belong to the first revision of the one named like their adapter. */
const openRows = (condition: string, kind: string) => `select '${kind}' as kind,
    coalesce((acquirer_link ->> 'revision')::int, 1) as revision
  from transactions where ${condition} and coalesce(acquirer_link ->> 'linkId', acquirer_link ->> 'adapter') = $1`

export const countOpenText = `select revision, count(*) filter (where kind = 'attempt')::int as attempts,
    count(*) filter (where kind = 'reversal')::int as reversals,
    count(*) filter (where kind = 'manual')::int as "manualResolutions"
  from (${openRows('deadline_at is not null and manual_resolution is null', 'attempt')}
    union all ${openRows('reverse_at is not null', 'reversal')}
    union all ${openRows('manual_resolution is not null', 'manual')}) o
  group by revision order by revision`

/** Profiles of releases before links name an adapter only. The acquirer id is the one that most of them have. */
export const unlinkedAdaptersText = `select adapter, mode() within group (order by acquirer_id) as "acquirerId"
  from (select m.profile -> 'acquirerLink' ->> 'adapter' as adapter, m.profile -> 'acquirerLink' ->> 'acquirerId' as acquirer_id
    from merchants m where not jsonb_exists(m.profile, 'routes') and not jsonb_exists(m.profile -> 'acquirerLink', 'linkId')) p
  where adapter is not null and not exists (select from links l where l.merchant_id = $1 and l.link_id = p.adapter)
  group by adapter order by adapter`
