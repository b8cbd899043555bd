// Advances rotations, one step or one page at a time, in whichever process comes first; and reports their progress.

import type pg from 'pg'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { tryHoldLease } from '../../platform/postgres/leases.ts'
import { liftDeadline } from '../../platform/postgres/watched-connections.ts'
import type { KeyAdministration, KeyPurpose, KeyState, RotationProgress, Vault } from '../ports/vault.ts'
import {
  isRotationComplete,
  type KeyFacts,
  type KeyScan,
  type KeyStep,
  type KeyWaits,
  mentionScanOf,
  nextStep,
  type PassFacts,
  type RotationState,
} from './key-steps.ts'
import { countStatement, isNamedStatement } from './keyed-table-statements.ts'
import type { AccountHashes } from './keyed-tables.ts'
import { type KeyedTable, keyedTables } from './keyed-tables.ts'
import { beginPass, scanPage } from './scan.ts'
import { writeKeyAuditLine } from './write-audit-lines.ts'

export const rotationLease = 'key-rotation'
/** Counting may read a whole table; statements of payments never take this long. */
const patient = `set local statement_timeout = '30min'`

type RotationVault = Pick<Vault, 'keyedHash' | 'seal' | 'open'> & { refresh(): Promise<void> }

interface Options {
  readonly waits: KeyWaits
  readonly onError: (error: unknown) => void
  readonly accountHashes: AccountHashes | undefined
}

export function rotations(
  database: Database,
  vault: RotationVault,
  { waits, onError, accountHashes }: Options,
): Pick<KeyAdministration, 'workOnRotations' | 'progressOf' | 'countKeyUses'> {
  return {
    async workOnRotations(budgetMs) {
      const until = performance.now() + budgetMs
      let isWorked = false
      // Most of the time there is one key of each purpose, and nothing to do.
      if (!(await hasOtherKeys(database))) return 'NOTHING_TO_DO'
      // Re-encrypted values must not be sealed under the key that is to be emptied.
      await vault.refresh()
      do {
        const done = await inUnitOfWork(database, takeOneStep)
        if (done === 'LOCKED_ELSEWHERE') return done
        if (done === 'WAIT') return isWorked ? 'WORKED' : 'NOTHING_TO_DO'
        isWorked = true
      } while (performance.now() < until)
      return 'WORKED'
    },

    async progressOf(purpose) {
      const rotationState = await readRotationState(database)
      const work = purpose === 'ACCOUNT' ? 'BACKFILL' : mentionScanOf(purpose)
      const pass = rotationState.passes.find((each) => each.work === work)
      const stage = stageOf({ purpose, rotationState, pass, waits })
      const moves = stage === 'WORKING' && (work === 'RESEAL' || work === 'BACKFILL')
      return {
        purpose,
        stage,
        keyId: newestOf(purpose, rotationState.keys),
        walked: moves ? (pass?.walked ?? 0) : 0,
        total: moves ? await totalRows(database, keyedTables[work]) : 0,
        changed: pass?.changed ?? 0,
        failed: pass?.failed ?? 0,
        workedAt: pass && new Date(pass.workedMs),
      }
    },

    countKeyUses: () =>
      inUnitOfWork(database, async (client) => {
        liftDeadline(client)
        await client.query(patient)
        const counts = new Map<string, number>()
        const looked = Object.entries(keyedTables).filter(([work]) => work !== 'BACKFILL')
        for (const table of looked.flatMap(([, list]) => list)) {
          const { rows } = await client.query<{ key_id: string; count: string }>(countStatement(table))
          for (const { key_id, count } of rows) counts.set(key_id, (counts.get(key_id) ?? 0) + Number(count))
        }
        return counts
      }),
  }

  async function takeOneStep(client: pg.PoolClient): Promise<KeyStep['kind'] | 'LOCKED_ELSEWHERE'> {
    if (!(await tryHoldLease(client, rotationLease))) return 'LOCKED_ELSEWHERE'
    const rotationState = await readRotationState(client)
    const step = nextStep(rotationState, waits)
    switch (step.kind) {
      case 'WAIT':
        break
      case 'SCAN':
        if (!rotationState.passes.some(({ work, isEnded }) => work === step.work && !isEnded))
          await beginPass(client, step.work)
        await scanPage(client, step.work, { keys: rotationState.keys, vault, onError, accountHashes })
        break
      case 'SWITCH':
        await client.query('select from vault_keys where purpose = $1 order by key_id for no key update', [
          step.key.purpose,
        ])
        await setState(client, { purpose: step.key.purpose, from: 'CURRENT', to: 'RETIRING' })
        await setState(client, { purpose: step.key.purpose, from: 'INTRODUCED', to: 'CURRENT' })
        break
      case 'RETIRE':
        await client.query(
          `update vault_keys set state = 'RETIRED', state_since = statement_timestamp() where key_id = $1 and state = 'RETIRING'`,
          [step.key.keyId],
        )
        break
      case 'DESTROY':
        await destroy(client, step.key)
        break
    }
    return step.kind
  }
}

async function setState(
  client: pg.PoolClient,
  { purpose, from, to }: { purpose: KeyPurpose; from: KeyState; to: KeyState },
): Promise<void> {
  await client.query(
    'update vault_keys set state = $3, state_since = statement_timestamp() where purpose = $1 and state = $2',
    [purpose, from, to],
  )
}

/** Checked once more in the unit of work that deletes it; anything that still names it prevents the deletion. */
async function destroy(client: pg.PoolClient, { keyId, purpose }: KeyFacts): Promise<void> {
  liftDeadline(client)
  await client.query(patient)
  for (const table of keyedTables[mentionScanOf(purpose)]) {
    const { rows } = await client.query<{ is_named: boolean }>(isNamedStatement(table), [keyId])
    if (!rows[0]?.is_named) continue
    await client.query('update vault_keys set named_at = statement_timestamp() where key_id = $1', [keyId])
    return
  }
  await client.query(`delete from vault_keys where key_id = $1 and state = 'RETIRED'`, [keyId])
  await writeKeyAuditLine(client, { actor: 'gateway', action: 'KEY_DESTROYED', subject: { purpose, keyId } })
}

async function hasOtherKeys(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ has: boolean }>(
    `select exists (select from vault_keys where state <> 'CURRENT') as has`,
  )
  return rows[0]?.has ?? false
}

interface StoredPass extends PassFacts {
  readonly walked: number
  readonly failed: number
  readonly workedMs: number
}

interface StoredRotationState extends RotationState {
  readonly passes: readonly StoredPass[]
}

async function readRotationState(reader: Pick<Database, 'query'>): Promise<StoredRotationState> {
  const { rows } = await reader.query<{
    now: Date
    keys: { keyId: string; purpose: KeyPurpose; state: KeyState; since: string; named: string | null; empty: boolean }[]
    passes: {
      work: KeyScan
      began: string
      worked: string
      ended: boolean
      walked: number
      changed: number
      failed: number
    }[]
  }>(`select clock_timestamp() as now,
    (select coalesce(json_agg(json_build_object('keyId', key_id, 'purpose', purpose, 'state', state, 'since', state_since,
      'named', named_at, 'empty', is_to_be_emptied) order by created_at, key_id), '[]') from vault_keys) as keys,
    (select coalesce(json_agg(json_build_object('work', work, 'began', began_at, 'worked', worked_at,
      'ended', ended_at is not null, 'walked', walked, 'changed', changed, 'failed', failed)), '[]')
      from vault_passes) as passes`)
  const [row] = rows
  if (!row) throw new Error('the database did not say which keys there are')
  return {
    nowMs: row.now.getTime(),
    keys: row.keys.map(({ since, named, empty, ...key }) => ({
      ...key,
      sinceMs: Date.parse(since),
      namedMs: named === null ? undefined : Date.parse(named),
      isToBeEmptied: empty,
    })),
    passes: row.passes.map(({ began, worked, ended, ...pass }) => ({
      ...pass,
      beganMs: Date.parse(began),
      workedMs: Date.parse(worked),
      isEnded: ended,
    })),
  }
}

function stageOf({
  purpose,
  rotationState,
  pass,
  waits,
}: {
  purpose: KeyPurpose
  rotationState: RotationState
  pass: PassFacts | undefined
  waits: KeyWaits
}): RotationProgress['stage'] {
  if (isRotationComplete(purpose, rotationState, waits)) return 'DONE'
  return pass && !pass.isEnded ? 'WORKING' : 'WAITING'
}

function newestOf(purpose: KeyPurpose, keys: readonly KeyFacts[]): string {
  const own = keys.filter((key) => key.purpose === purpose)
  const newest = own.find(({ state }) => state === 'INTRODUCED') ?? own.find(({ state }) => state === 'CURRENT')
  return newest?.keyId ?? ''
}

/** About how many rows: exactly where that is quick, otherwise from the database's own statistics. */
async function totalRows(database: Database, walked: readonly KeyedTable[]): Promise<number> {
  let total = 0
  for (const { table } of walked) {
    const { rows } = await database.query<{ count: string }>(
      `select case when reltuples > 100000 then reltuples::bigint else (select count(*) from ${table}) end::text as count
       from pg_class where oid = $1::regclass`,
      [table],
    )
    total += Number(rows[0]?.count ?? 0)
  }
  return total
}
