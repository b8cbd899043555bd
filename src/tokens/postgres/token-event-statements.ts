// What statements that change tokens add to report it: an event, and a row in the outbox of each merchant that has the
// token.
import { violates } from '../../platform/postgres/database-errors.ts'

/** The token's values in an event; nothing that is sealed. */
const shown = [
  'repository_id',
  'token',
  'kind',
  'masked',
  'details',
  'expiry_month',
  'expiry_year',
  'status',
  'verification_strategy',
  'verification_code',
  'replacement_token',
  'scheme_token',
  'updated_by',
  'update_source',
  'updated_at',
  'last_used_at',
] as const

/** The same as one value, of a row that is called t in the statement. */
export const shownText = `json_build_object(${shown.map((name) => `'${name}', t.${name}`).join(', ')})`

const namesOf = (table: string) => shown.map((name) => `${table}.${name}`).join(', ')

/** Of a table of tokens: the columns that the statement's part has to return, besides `event_kind`. */
export const shownNames = (table: string) => `${namesOf(table)}, ${table}.home_repository_id`

/**
 * Numbers continue after the last event of that name, also of a token that was deleted and created again. Two processes
 * that take the same number at once are resolved by the primary key (see `numberedAgain`). Events of a sub-merchant go
 * to its aggregators only, not to all that share the repository around it.
 */
export const writeTokenEventsText = (changed: string, at = 'c.updated_at') => `
happened as (
  insert into token_events (repository_id, token, number, kind, at, shown)
  select c.repository_id, c.token, 1 + coalesce((select max(e.number) from token_events e
    where e.repository_id = any (array[c.repository_id]) and e.token = any (array[c.token])), 0), c.event_kind, ${at},
    (select row_to_json(s) from (select ${namesOf('c')}) s)
  from ${changed} c
  returning repository_id, token, number),
reported as (
  insert into outbox (merchant_id, subject, repository_id, name, number)
  select m.merchant_id, 'TOKEN', h.repository_id, h.token, h.number
  from happened h join ${changed} c on c.repository_id = h.repository_id and c.token = h.token
  join merchants m on m.profile ->> 'tokenRepositoryId' = any (array[c.home_repository_id])
    and (c.repository_id = c.home_repository_id or (m.profile ->> 'isAggregator')::boolean))`

const repeatsMax = 5

/** Retries with a new snapshot when another process has just taken the number. */
export async function retryNumbering<T>(work: () => Promise<T>): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await work()
    } catch (error) {
      if (!violates(error, 'token_events_pkey') || repeat >= repeatsMax) throw error
    }
  }
}
