// Where the response of a transaction is: once, in the event of its last change, which the transaction's row names.
import { isDeepStrictEqual } from 'node:util'
import type { StoredResponse } from '../ports/stored-messages.ts'

/** The response of a row `t` of transactions. One in flight has none, though it names the event that it expects. */
export const responseOfTransaction = responseOf('t.merchant_id')

/** The same where all rows are of one merchant, a parameter: a distributed database then reads them on one node. */
export function responseOf(merchant: string): string {
  return `case when t.gateway_code is not null then (select e.response from events e
  where e.merchant_id = ${merchant} and e.order_id = t.order_id and e.number = t.response_number) end`
}

// A response without the members that follow from its other members, as events store it. Most answers repeat an amount eight
// times; a member is left out only if it is what the table says, and comes back as exactly that.

/** With the members that were left out, as the sum of the numbers of their rows in the table below. */
export type CompactResponse = StoredResponse & { readonly usual?: number }

type Group = Record<string, unknown>

const groups = ['order', 'response', 'authorizationResponse'] as const

interface UsualMember {
  readonly group: (typeof groups)[number] | undefined
  readonly name: string
  /** From members that are kept, or stand above in the table. */
  readonly value: (response: StoredResponse) => unknown
}

const notChecked = () => ({ response: { gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } } })

function member(path: string, value: UsualMember['value']): UsualMember {
  const [first = '', second] = path.split('.')
  return second === undefined
    ? { group: undefined, name: first, value }
    : { group: first as UsualMember['group'], name: second, value }
}

/** Stored numbers depend on the order: further rows are added at the end, and none is ever changed. */
const table: readonly UsualMember[] = [
  member('result', () => 'SUCCESS'),
  member('gatewayEntryPoint', () => 'WEB_SERVICES_API'),
  member('risk', notChecked),
  member('response.gatewayRecommendation', () => 'NO_ACTION'),
  member('order.amount', ({ transaction }) => transaction?.amount),
  member('order.currency', ({ transaction }) => transaction?.currency),
  member('order.merchantAmount', ({ order }) => order?.amount),
  member('order.merchantCurrency', ({ order }) => order?.currency),
  member('order.creationTime', ({ timeOfRecord }) => timeOfRecord),
  member('order.lastUpdatedTime', ({ timeOfLastUpdate }) => timeOfLastUpdate),
  member('order.totalAuthorizedAmount', ({ order }) => order?.amount),
  member('order.totalCapturedAmount', ({ order }) => order?.amount),
  member('order.totalRefundedAmount', () => '0'),
  member('order.totalDisbursedAmount', () => '0'),
  member('order.chargeback', ({ order }) => ({ amount: '0', currency: order?.currency })),
  member('order.status', () => 'CAPTURED'),
  member('response.acquirerCode', () => '00'),
  member('response.acquirerMessage', () => 'Approved'),
  member('authorizationResponse.responseCode', ({ response }) => response?.acquirerCode),
  member('authorizationResponse.stan', ({ transaction }) => transaction?.stan),
]

/** The JSON text of a response without its usual members. */
export function compactJson(response: StoredResponse): string {
  const rest: Group = { ...response }
  for (const group of groups) if (response[group]) rest[group] = { ...response[group] }
  let usual = 0
  for (const [index, { group, name, value }] of table.entries()) {
    const members = group === undefined ? rest : (rest[group] as Group | undefined)
    const present = members?.[name]
    if (!members || present === undefined || !isSame(present, value(response))) continue
    // JSON has no member for it.
    members[name] = undefined
    usual += 2 ** index
  }
  return JSON.stringify(usual === 0 ? rest : { ...rest, usual })
}

function isSame(present: unknown, usual: unknown): boolean {
  return present === usual || (typeof present === 'object' && isDeepStrictEqual(present, usual))
}

/** The response as it was; answers that were stored with all members are returned as they are. */
export function completeResponse(compact: CompactResponse): StoredResponse {
  const { usual, ...response } = compact
  if (usual === undefined) return response
  const complete: Group = response
  for (const [index, { group, name, value }] of table.entries()) {
    if (!(usual & (2 ** index))) continue
    const members = group === undefined ? complete : (complete[group] as Group)
    members[name] = value(complete as StoredResponse)
  }
  return complete as StoredResponse
}
