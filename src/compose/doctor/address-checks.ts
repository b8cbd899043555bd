// Whether clients have different addresses: behind a load balancer that does not pass them on, all clients share one
// address and its limits.
import type { Config } from '../../config/config.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning } from './check.ts'

/** What the gateways have seen within about a day. */
export interface SeenAddresses {
  /** Sessions that a payer has filled, and what was counted for limits. */
  readonly requests: number
  readonly addresses: readonly string[]
  /** All of the addresses belong to networks that are not part of the internet. */
  readonly areAllPrivate: boolean
}

export const addressChecks: readonly Check[] = [
  {
    name: 'client addresses',
    looksAt: 'That clients behind a load balancer or reverse proxy are distinguished, which limits and risk rules need',
    mend: 'Set TOLLGATE_PROXY_PROTOCOL_FROM or TOLLGATE_FORWARDED_FROM: see docs/operating/load-balancer.md.',
    needs: 'SCHEMA',
    run: async ({ config, database }) => judgeAddresses(config, await readSeen(database)),
  },
]

/** Fewer requests are not conclusive. */
const requestsMin = 20
/** More machines than these are no balancer. */
const balancersMax = 4

/** Exported for its test. */
export function judgeAddresses(
  { mode, proxyProtocolFrom, forwardedFrom }: Pick<Config, 'mode' | 'proxyProtocolFrom' | 'forwardedFrom'>,
  { requests, addresses, areAllPrivate }: SeenAddresses,
): Finding {
  if (mode !== 'production') return skipped('a sandbox is called from its own machine')
  if (requests < requestsMin) return ok(`${requests} requests of payers and users, too few to tell`)
  if (!areAllPrivate || addresses.length > balancersMax) return ok(`${addresses.length} addresses`)
  const isSet = [...(proxyProtocolFrom ?? []), ...(forwardedFrom ?? [])].length > 0
  const from = `${requests} requests of payers and users came from ${addresses.join(', ')} alone`
  return warning(
    isSet
      ? `${from}, although a balancer is named: it does not pass the clients' addresses on, or another one does`
      : `${from}: probably a load balancer, and neither TOLLGATE_PROXY_PROTOCOL_FROM nor TOLLGATE_FORWARDED_FROM is set`,
  )
}

const privateNetworks = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

/** Enough for the decision; there may be many more. */
const sessionsMax = 10_000

/** Exported for its test. */
export async function readSeen(database: DoctorContext['database']): Promise<SeenAddresses> {
  const { rows } = await database.query<{ requests: number; addresses: string[]; are_all_private: boolean }>(
    `with seen as (
       select payer_address as address, 1 as requests from (
         select payer_address from sessions where payer_address is not null limit ${sessionsMax}) filled
       union all
       select case kind when 'RATE' then split_part(value, ' ', 2) else value end,
         (select coalesce(max(total), 0) from (
            select sum((part ->> 1)::numeric) as total
            from jsonb_each(totals -> 'series') series, jsonb_array_elements(series.value) part
            where series.key ~ ':(DECLINES|AUTHENTICATIONS|REQUESTS)$' group by series.key) counted)
       from shared_counts
       where (kind = 'ADDRESS' or (kind = 'RATE' and merchant_id = '')) and expires_at > now()),
     named as (select * from seen where address ~ '^[0-9a-f.:]+(/64)?$' and address ~ '[.:]')
     select coalesce(sum(requests), 0)::int as requests,
       (array_agg(distinct address))[1:${balancersMax + 1}] as addresses,
       coalesce(bool_and(exists (select from unnest($1::inet[]) network where address::inet <<= network)), false)
         as are_all_private
     from named`,
    [privateNetworks],
  )
  const [row] = rows
  return {
    requests: row?.requests ?? 0,
    addresses: row?.addresses ?? [],
    areAllPrivate: row?.are_all_private ?? false,
  }
}
