// Whether clients have different addresses: behind a load balancer that does not pass them on, all clients share one
// address and its limits.
import { BlockList } from 'node:net'
import type { Config } from '../../platform/config/config.ts'
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
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const

/** Enough for the decision; there may be many more. */
const sessionsMax = 10_000

const filledText = `select payer_address as address, count(*)::int as requests from (
    select payer_address from sessions where payer_address is not null limit ${sessionsMax}) filled
  group by payer_address`

const countedText = `select case kind when 'RATE' then split_part(value, ' ', 2) else value end as address, totals
  from shared_counts where (kind = 'ADDRESS' or (kind = 'RATE' and merchant_id = '')) and expires_at > now()`

/** The largest sum of a series of counts: [time, count] each. */
function largestCount(totals: { readonly series?: Readonly<Record<string, readonly (readonly [unknown, number])[]>> }) {
  const sums = Object.entries(totals.series ?? {})
    .filter(([name]) => /:(DECLINES|AUTHENTICATIONS|REQUESTS)$/.test(name))
    .map(([, parts]) => parts.reduce((sum, [, count]) => sum + Number(count), 0))
  return Math.max(0, ...sums)
}

/** Exported for its test. */
export async function readSeen(database: DoctorContext['database']): Promise<SeenAddresses> {
  const filled = await database.query<{ address: string; requests: number }>(filledText)
  const counted = await database.query<{ address: string; totals: Parameters<typeof largestCount>[0] }>(countedText)
  const seen = [
    ...filled.rows,
    ...counted.rows.map(({ address, totals }) => ({ address, requests: largestCount(totals) })),
  ].filter(({ address }) => /^[0-9a-f.:]+(\/64)?$/.test(address) && /[.:]/.test(address))
  const addresses = [...new Set(seen.map(({ address }) => address))].toSorted()
  return {
    requests: seen.reduce((sum, { requests }) => sum + requests, 0),
    addresses: addresses.slice(0, balancersMax + 1),
    areAllPrivate: addresses.length > 0 && addresses.every(isPrivate),
  }
}

const privateAddresses = new BlockList()
for (const [network, bits] of privateNetworks)
  privateAddresses.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')

function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('/')
  return privateAddresses.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
