// Response codes by link and hour on PostgreSQL: counted in the process, and added to the shared counts by a job.

import type { Clock } from '../../kernel/clock.ts'
import type { AcquirerResult } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { LinkResponses, ResponseCount } from '../ports/link-responses.ts'

/** The links are the operator's. */
const ownerId = ''

const hourMs = 3_600_000
const codeLengthMax = 10
/** An acquirer that invents codes fills no table: further ones of the same outcome are counted without their code. */
const waitingMax = 1_000

/** In the order of their key, so that two processes never wait for each other in a circle. */
const addText = `insert into link_responses as r (merchant_id, link_id, hour, code, outcome, count)
select $1, g.link_id, g.hour, g.code, g.outcome, g.count
from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[]) as g (link_id, hour, code, outcome, count)
order by g.link_id, g.hour, g.code, g.outcome
on conflict (merchant_id, link_id, hour, code, outcome) do update set count = r.count + excluded.count`

const listText = `select hour, code, outcome, count::float8 as count from link_responses
where merchant_id = $1 and link_id = $2 and hour >= $3 order by hour, code, outcome`

const deleteText = `delete from link_responses where (merchant_id, link_id, hour, code, outcome) in (
  select merchant_id, link_id, hour, code, outcome from link_responses where merchant_id = $1 and hour < $2 limit $3)`

interface Counted extends Omit<ResponseCount, 'count'> {
  readonly linkId: string
  count: number
}

export function postgresLinkResponses(database: Pick<Database, 'query'>, clock: Pick<Clock, 'now'>): LinkResponses {
  let waiting = new Map<string, Counted>()

  function add(linkId: string, { code, outcome }: Pick<Counted, 'code' | 'outcome'>, hour: number): void {
    const key = `${linkId} ${hour} ${code} ${outcome}`
    const known = waiting.get(key)
    if (known) known.count += 1
    else if (waiting.size < waitingMax || code === '')
      waiting.set(key, { linkId, hour: new Date(hour * hourMs), code, outcome, count: 1 })
    else add(linkId, { code: '', outcome }, hour)
  }

  /** What could not be written counts with what comes next. */
  function putBack(counted: Iterable<readonly [string, Counted]>): void {
    for (const [key, each] of counted) {
      const known = waiting.get(key)
      if (known) known.count += each.count
      else waiting.set(key, each)
    }
  }

  return {
    note(linkId, result) {
      add(linkId, responseOf(result), Math.floor(clock.now().getTime() / hourMs))
    },

    async flush() {
      if (waiting.size === 0) return
      const counted = waiting
      waiting = new Map()
      const rows = [...counted.values()]
      const column = (name: keyof Counted) => rows.map((row) => row[name])
      const columns = [column('linkId'), column('hour'), column('code'), column('outcome'), column('count')]
      await database.query(addText, [ownerId, ...columns]).catch((error: unknown) => {
        putBack(counted)
        throw error
      })
    },

    async list(linkId, from) {
      const { rows } = await database.query<ResponseCount>(listText, [ownerId, linkId, from])
      return rows
    },

    async deleteBefore(before, limit) {
      return (await database.query(deleteText, [ownerId, before, limit])).rowCount ?? 0
    },
  }
}

function responseOf(result: AcquirerResult): Pick<Counted, 'code' | 'outcome'> {
  if (result.kind !== 'ANSWERED') return result.kind === 'NO_ANSWER' ? noAnswer : notSent
  const { acquirerCode = '', gatewayCode } = result.response
  const isPrintable = acquirerCode.length <= codeLengthMax && /^[!-~]*$/.test(acquirerCode)
  return { code: isPrintable ? acquirerCode : '', outcome: gatewayCode }
}

const noAnswer = { code: '', outcome: 'NO_ANSWER' } as const
const notSent = { code: '', outcome: 'NOT_SENT' } as const
