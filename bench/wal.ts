// What a payment writes into PostgreSQL's write-ahead log, with everything that follows from it (feed, search): bytes by table
// and index. Page images after a checkpoint are left out: they depend on how often there is one, not on the payment.
import { setTimeout as pause } from 'node:timers/promises'
import { table } from './measure.ts'
import { authorizationOf, paymentBody, rootOf } from './payments.ts'
import { type BenchGateway, load, startGateway } from './servers.ts'

const merchant = 'TESTMERCHANT'
const seconds = 8

export async function benchWal(): Promise<void> {
  const gateway = await startGateway({})
  await gateway.query('create extension if not exists pg_walinspect')
  // Tables and indexes have their first pages, and the processes have read what they keep.
  await payAndFollow(gateway, { name: 'first', rate: 100 })
  for (const rate of [50, 500]) {
    const { payments, from, to } = await payAndFollow(gateway, { name: `at-${rate}`, rate })
    await describe(gateway, { title: `WAL of ${payments} payments at ${rate} a second`, payments, from, to })
  }
  await gateway.stop()
}

async function payAndFollow(gateway: BenchGateway, { name, rate }: { name: string; rate: number }) {
  const from = await positionOf(gateway)
  const { statuses } = await load({
    port: gateway.port,
    connections: 16,
    seconds,
    warmUpSeconds: 0,
    method: 'PUT',
    path: `${rootOf(merchant)}/order/wal-${name}-#/transaction/1`,
    authorization: authorizationOf(merchant),
    body: paymentBody,
    rate,
  })
  if (Object.keys(statuses).join() !== '201') throw new Error(`not valid: ${JSON.stringify(statuses)}`)
  await searchable(gateway)
  const to = await positionOf(gateway)
  // Search does not wait for the disk, and only what is on it can be read: this commit waits.
  await gateway.query('select pg_current_xact_id()')
  return { payments: statuses['201'] ?? 1, from, to }
}

async function positionOf(gateway: BenchGateway): Promise<string> {
  const [row] = await gateway.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return row?.lsn ?? ''
}

/** Until feed and search have taken in every payment. */
async function searchable(gateway: BenchGateway): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await gateway.query<{ behind: number }>(
      `select (select count(*) from outbox)::int + (select coalesce(sum(f.last_position - coalesce(p.position, 0)), 0)
       from feeds f left join projections p on p.merchant_id = f.merchant_id and p.is_current)::int as behind`,
    )
    if (row?.behind === 0) return
    await pause(100)
  }
  throw new Error('search did not catch up')
}

interface WalLine {
  readonly what: string
  readonly records: number
  readonly bytes: number
}

async function describe(
  gateway: BenchGateway,
  { title, payments, from, to }: { title: string; payments: number; from: string; to: string },
): Promise<void> {
  const lines = await gateway.query<WalLine>(`with referred as (
      select start_lsn, min(relfilenode) as relfilenode from pg_get_wal_block_info('${from}', '${to}', false) group by 1)
    select coalesce(c.relname, '') || ' ' || r.resource_manager || ' ' || r.record_type as what,
      count(*)::int as records, sum(r.record_length)::int - sum(r.fpi_length)::int as bytes
    from pg_get_wal_records_info('${from}', '${to}') r left join referred b using (start_lsn)
    left join pg_class c on pg_relation_filenode(c.oid) = b.relfilenode
    group by 1 order by bytes desc`)
  const least = Number(process.env['BENCH_WAL_FROM'] ?? 40)
  const most = lines.filter(({ bytes }) => bytes / payments >= least)
  const others = lines.filter(({ bytes }) => bytes / payments < least)
  const shown = [...most, sumOf('everything else', others), sumOf('together', lines)]
  table(
    title,
    shown.map(({ what, bytes, records }) => ({
      what,
      'bytes a payment': bytes / payments,
      'records a payment': records / payments,
    })),
  )
}

function sumOf(what: string, lines: readonly WalLine[]): WalLine {
  const sum = (name: 'bytes' | 'records') => lines.reduce((total, line) => total + line[name], 0)
  return { what, bytes: sum('bytes'), records: sum('records') }
}
