// The database: reachable, of a version we know, set so that what was acknowledged is there after a power cut.
import { statfs } from 'node:fs/promises'
import { connectionsPerProcess } from '../../compose/database-connections.ts'
import { pendingMigrations } from '../../compose/schema.ts'
import { readCluster, readNodeSettings } from '../../platform/postgres/cluster/citus.ts'
import { inUnitOfWork } from '../../platform/postgres/database.ts'
import { isPrivilegeMissing, type OutageReason, outageReasonOf } from '../../platform/postgres/database-errors.ts'
import { checkDatabaseRoles } from '../../platform/postgres/database-roles.ts'
import { gatewaySchema, hasFormerSchema } from '../../platform/postgres/migrate.ts'
import { findMonthProblems } from '../../platform/postgres/month-partitions.ts'
import { findLostSettings, isTooOld, readServerVersion, testedMajor } from '../../platform/postgres/server-version.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'
import { replicaCheck, serverChecks, show } from './server-checks.ts'

const megabyte = 1024 * 1024
const freeWrongBelow = 200
const clockWarningMs = 1_000
const clockWrongMs = 10_000

export const databaseChecks: readonly Check[] = [
  {
    name: 'database version',
    looksAt: 'The version of PostgreSQL',
    mend: `Use PostgreSQL ${testedMajor}, the tested version.`,
    needs: 'DATABASE',
    async run(patient) {
      const version = await readServerVersion(patient.database)
      const text = `PostgreSQL ${version.text}`
      // The cluster's own check knows which versions Citus is for.
      if (version.hasCitus) return ok(text)
      if (isTooOld(version)) return wrong(`${text}, which is too old`)
      return version.major === testedMajor ? ok(text) : warning(`${text}; the tested version is ${testedMajor}`)
    },
  },
  {
    name: 'durability',
    looksAt: 'fsync, full_page_writes and synchronous_commit',
    mend: 'Set fsync = on, full_page_writes = on and synchronous_commit = on, and reload PostgreSQL.',
    needs: 'DATABASE',
    run: checkDurability,
  },
  ...serverChecks,
  {
    name: 'clock',
    looksAt: 'The difference between this machine’s clock and the database’s',
    mend: 'Synchronize both with NTP (chrony, systemd-timesyncd).',
    needs: 'DATABASE',
    async run({ database }) {
      const before = Date.now()
      const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now')
      const after = Date.now()
      const there = rows[0]?.now.getTime() ?? 0
      // The database read its clock at some moment in between; a slow answer alone is no difference.
      const difference = Math.max(before - there, there - after, 0)
      const text = `${difference} ms apart`
      if (difference >= clockWrongMs) return wrong(text)
      return difference >= clockWarningMs ? warning(text) : ok(text)
    },
  },
  {
    name: 'connection pooler',
    looksAt: 'Whether the settings of the gateway’s connections arrive at the server, which a connection pooler drops',
    mend: 'Let DATABASE_URL name the PostgreSQL server itself; see docs/operating/pgbouncer.md.',
    needs: 'DATABASE',
    async run({ database }) {
      const lost = await findLostSettings(database)
      if (lost.length > 0) return wrong(`the server does not have ${lost.join(' and ')} of the gateway`)
      return ok('none, or one that passes on what the gateway sets')
    },
  },
  {
    name: 'connections',
    looksAt: 'Whether the server allows as many connections as the processes of one gateway may open',
    mend: 'Raise max_connections, or lower TOLLGATE_PROCESSES or TOLLGATE_DATABASE_POOL_SIZE; count every gateway.',
    needs: 'DATABASE',
    async run(patient) {
      const max = Number(await show(patient, 'max_connections'))
      const { processes } = patient.config
      const each = connectionsPerProcess(patient.config)
      // A gateway that chooses the number of its processes has as many as fit.
      const count = processes === 'auto' ? 1 : processes
      const wanted = each * count
      const text = `up to ${each} for each process${count > 1 ? `, ${wanted} in all` : ''}, of ${max}`
      return wanted > max ? wrong(text) : ok(text)
    },
  },
  {
    name: 'database size',
    looksAt: 'The size of the database and, if it is embedded, the free space on its disk',
    mend: 'Free up space, or move the data folder to a larger disk; PostgreSQL stops when the disk is full.',
    needs: 'DATABASE',
    run: checkSize,
  },
  {
    name: 'schema',
    looksAt: 'Whether the schema matches this release',
    mend: 'Run "npx tollgate migrate" before you start this release; gateways of the previous release can keep running.',
    needs: 'DATABASE',
    async run({ database, config }) {
      if (await hasFormerSchema(database, gatewaySchema))
        return wrong('that of a release before 1.0.0, which cannot be migrated; use an empty database')
      const pending = await pendingMigrations({ database })
      if (pending.length === 0) return ok('complete')
      const text = `${pending.length} migrations are missing (first: ${pending[0]})`
      return config.mode === 'sandbox' ? warning(`${text}; the next start applies them`) : wrong(text)
    },
  },
  replicaCheck,
  {
    name: 'writes',
    looksAt: 'Whether the database accepts writes, and has room for them',
    mend: 'Free up space on the disk of the database; or make it writable again: default_transaction_read_only, or a standby that DATABASE_URL names in place of the primary.',
    needs: 'SCHEMA',
    run: checkWrites,
  },
  {
    name: 'database role',
    looksAt: "Whether the gateway's role is prevented from changing or deleting events and the audit log",
    mend: 'Connect the gateway with the role of docs/operating/database-roles.sql; use the owner for "migrate" only.',
    needs: 'SCHEMA',
    run: checkRole,
  },
  {
    name: 'months',
    looksAt:
      'Whether messages and notifications have partitions for this month and the next, and the role may create and drop them',
    mend: 'Run docs/operating/database-roles.sql as the owner and start a gateway, which creates missing months within ten minutes; until then rows are kept in the partition "rest".',
    needs: 'SCHEMA',
    async run({ database }) {
      const problems = await findMonthProblems(database, new Date())
      return problems.length > 0 ? warning(problems.join('; ')) : ok('this month and the next are there')
    },
  },
]

/** In the sandbox one role does everything, the schema included. */
async function checkRole({ database, config }: DoctorContext): Promise<Finding> {
  if (config.mode === 'sandbox') return skipped('the sandbox uses one role for everything')
  const { role, excessive } = await checkDatabaseRoles(database)
  const [first] = excessive
  if (!first) return ok(role)
  return warning(
    `${role} has ${first.privilege} on ${first.table}: an attacker in control of the gateway could change history`,
  )
}

async function checkSize(patient: DoctorContext): Promise<Finding> {
  const { rows } = await patient.database.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const megabytes = Math.ceil(Number(rows[0]?.bytes ?? 0) / megabyte)
  const size = `${megabytes} MB`
  if (patient.config.databaseUrl) return ok(size)
  // As root it may lie elsewhere than in the data folder.
  const { bavail, bsize } = await statfs(await show(patient, 'data_directory'))
  const free = Math.floor((bavail * bsize) / megabyte)
  const text = `${size}, ${free} MB free on its disk`
  if (free < freeWrongBelow) return wrong(text)
  return free < megabytes / 5 ? warning(text) : ok(text)
}

/** More than fits into pages that are allocated already. */
const roomRows = 10_000

/** Rolled back: nothing stays. */
async function checkWrites({ database }: DoctorContext): Promise<Finding> {
  try {
    await inUnitOfWork(
      database,
      async (client) => {
        await client.query('insert into write_canaries (process_id, written_at) values (gen_random_uuid(), now())')
        await client.query(
          `create temporary table doctor_room on commit drop as
           select repeat('x', 100) as filling from generate_series(1, ${roomRows})`,
        )
      },
      { isKept: () => false },
    )
    return ok('accepted')
  } catch (error) {
    if (isPrivilegeMissing(error)) throw error
    return wrong(`${outageTexts[outageReasonOf(error)]}: ${(error as Error).message}`)
  }
}

const outageTexts: Readonly<Record<OutageReason, string>> = {
  DISK_FULL: 'the disk is full',
  OUT_OF_MEMORY: 'the server is out of memory',
  TOO_MANY_CONNECTIONS: 'all connections are in use',
  READ_ONLY: 'the database is read-only',
  STARTING_OR_STOPPING: 'the server is starting or stopping',
  RESOURCE_LIMIT: 'the server has reached a limit',
  UNREACHABLE: 'the write failed',
}

async function checkDurability(patient: DoctorContext): Promise<Finding> {
  const isCluster = (await readCluster(patient.database)) !== undefined
  const off: string[] = []
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    // The payments of a cluster are on its workers.
    const values = isCluster
      ? await readNodeSettings(patient.database, name)
      : [['', await show(patient, name)] as const]
    const nodes = [...values].filter(([, value]) => value === 'off').map(([node]) => node)
    if (nodes.length > 0) off.push(isCluster ? `${name} (${nodes.join(', ')})` : name)
  }
  return off.length > 0
    ? wrong(`${off.join(', ')} off: a power failure loses acknowledged payments`)
    : ok('fsync, full_page_writes and synchronous_commit are on')
}
