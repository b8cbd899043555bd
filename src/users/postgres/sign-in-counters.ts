// Counters of failed sign-ins in PostgreSQL. Rows are locked in the order of their names while an attempt is counted or
// taken back: attempts in several processes are counted one after the other.
import type { PoolClient } from 'pg'
import type { UserKey } from '../../kernel/user.ts'
import { onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { deleteExpiredRows } from '../../platform/postgres/delete-expired.ts'
import type { CountedSignInAttempt, SignInCounters } from '../ports/sign-in.ts'
import {
  allPasswordsCounter,
  type CounterState,
  failuresLastMs,
  ownCounter,
  planSignInAttempt,
  signInCountersOf,
} from '../rules/lock-out.ts'
import { keyValues } from './user-rows.ts'

interface CounterRow {
  readonly counter: string
  readonly failures: number
  readonly locked_until: Date | null
  readonly failed_at: Date
}

const ofUser = 'where merchant_id = $1 and login = $2'

const open = prepared(
  'open-sign-in-counters',
  `insert into sign_in_counters (merchant_id, login, counter, failed_at)
   select $1, $2, name, $4 from unnest($3::text[]) as name order by name on conflict do nothing`,
)

const hold = prepared(
  'hold-sign-in-counters',
  `select counter, failures, locked_until, failed_at from sign_in_counters
   ${ofUser} and counter = any ($3::text[]) order by counter for update`,
)

const count = prepared(
  'count-sign-in-try',
  `update sign_in_counters set failures = $4, locked_until = $5, failed_at = $6, is_lock_noted = false
   ${ofUser} and counter = $3`,
)

const noteLock = prepared(
  'note-sign-in-lock',
  `update sign_in_counters set is_lock_noted = true ${ofUser} and counter = $3 and not is_lock_noted`,
)

const takeBack = prepared(
  'take-back-sign-in-try',
  `update sign_in_counters set failures = greatest(failures - 1, 0), locked_until = nullif(locked_until, $4)
   ${ofUser} and counter = $3`,
)

const forget = prepared(
  'forget-sign-in-failures',
  `delete from sign_in_counters ${ofUser} and counter = $3 returning *`,
)

const forgive = prepared(
  'forgive-sign-in-failures',
  `update sign_in_counters set failures = greatest(failures - $4, 0) ${ofUser} and counter = $3`,
)

const old = {
  table: 'sign_in_counters',
  key: ['login', 'counter'],
  time: 'failed_at',
  where: (failedBefore: string, now: string) =>
    `failed_at <= ${failedBefore} and (locked_until is null or locked_until <= ${now})`,
}

export function postgresSignInCounters(database: Database): SignInCounters {
  return {
    begin: (key, { source, proof }, at) =>
      inUnitOfWork(database, async (client) => {
        const counters = signInCountersOf(source, proof)
        const names = counters.map(({ name }) => name)
        await client.query(open([...keyValues(key), names, at]))
        const planned = planSignInAttempt(counters, await held(client, key, names), at)
        if (planned.kind === 'LOCKED') {
          const { rowCount } = await client.query(noteLock([...keyValues(key), planned.name]))
          return { kind: 'LOCKED', until: planned.until, isFirst: rowCount === 1 }
        }
        for (const { name, failures, lockedUntil, failedAt } of planned.counters)
          await client.query(count([...keyValues(key), name, failures, lockedUntil ?? null, failedAt]))
        return { kind: 'COUNTED', counted: countedTry(source, planned.counters) }
      }),

    takeBack: (key, counted) => inUnitOfWork(database, (client) => takeBackAll(client, key, counted)),

    succeed: (key, counted) =>
      inUnitOfWork(database, async (client) => {
        await takeBackAll(client, key, counted)
        const { rows } = await client.query<CounterRow>(forget([...keyValues(key), ownCounter(counted.source)]))
        // The failures of this network no longer count towards the total.
        for (const { failures } of counted.source.kind === 'NETWORK' ? rows : [])
          await client.query(forgive([...keyValues(key), allPasswordsCounter, failures]))
      }),

    deleteOld: (now, limit) =>
      deleteExpiredRows(onOneDatabase(database), old, [new Date(now.getTime() - failuresLastMs), now], limit),
  }
}

async function held(
  client: PoolClient,
  key: UserKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, CounterState>> {
  const { rows } = await client.query<CounterRow>(hold([...keyValues(key), names]))
  return new Map(
    rows.map(({ counter: name, failures, locked_until: lockedUntil, failed_at: failedAt }) => [
      name,
      { name, failures, failedAt, ...(lockedUntil && { lockedUntil }) },
    ]),
  )
}

function countedTry(source: CountedSignInAttempt['source'], counters: readonly CounterState[]): CountedSignInAttempt {
  const [own] = counters
  if (!own) throw new Error('a sign-in attempt was counted without a counter')
  const locks = counters.flatMap(({ lockedUntil }) => (lockedUntil ? [lockedUntil.getTime()] : []))
  return {
    source,
    failures: own.failures,
    ...(locks.length > 0 && { lockedUntil: new Date(Math.max(...locks)) }),
    counters,
  }
}

/** A lock that another attempt has caused since differs from this one's, and stays. */
async function takeBackAll(
  client: PoolClient,
  key: UserKey,
  { source, counters }: CountedSignInAttempt,
): Promise<void> {
  const shared = source.kind === 'NETWORK' ? [allPasswordsCounter] : []
  await client.query(hold([...keyValues(key), [...counters.map(({ name }) => name), ...shared]]))
  for (const { name, lockedUntil } of counters)
    await client.query(takeBack([...keyValues(key), name, lockedUntil ?? null]))
}
