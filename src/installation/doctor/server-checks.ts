// The servers of the database: which is the primary, whether its standbys confirm, and whether those for reading are recent.
import { poll } from '../../platform/concurrency/poll.ts'
import { serverUrlsOf } from '../../platform/config/database-url.ts'
import { type ClusterNode, nodeText, nodeUrlOf, readCluster } from '../../platform/postgres/cluster/citus.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import { isPrivilegeMissing } from '../../platform/postgres/database-errors.ts'
import {
  choosePrimary,
  objectionTo,
  type ServerAnswer,
  timelineOf,
  unknownCluster,
} from '../../platform/postgres/servers/choose-primary.ts'
import { probeServer, serverNameOf } from '../../platform/postgres/servers/probe-server.ts'
import { type Check, type DoctorContext, type Finding, ok, skipped, warning, wrong } from './check.ts'

export const serverChecks: readonly Check[] = [
  {
    name: 'database servers',
    looksAt: 'Whether one of the servers of DATABASE_URL is the primary, and the others are its standbys',
    mend: 'Start the servers that cannot be reached; rebuild a former primary as a standby. See docs/operating/standby.md.',
    needs: 'DATABASE',
    run: checkServers,
  },
  {
    name: 'standby',
    looksAt: 'Whether the standbys, if any, follow, are synchronous, and confirm; on a cluster those of every node',
    mend: 'Start the standbys that are missing, and name them in synchronous_standby_names; otherwise acknowledged payments can be lost in a failover. See docs/operating/standby.md.',
    needs: 'DATABASE',
    run: checkStandby,
  },
]

/** After the check of the schema. */
export const replicaCheck: Check = {
  name: 'replica',
  looksAt: 'Whether the servers of TOLLGATE_REPLICA_URL are standbys of the primary, recent, and readable',
  mend: 'Name standbys of this database; grant the role of the URL what docs/operating/database-roles.md lists. Meanwhile the primary is read.',
  needs: 'SCHEMA',
  run: checkReplicas,
}

async function checkServers({ config }: DoctorContext): Promise<Finding> {
  const urls = serverUrlsOf(config.databaseUrl ?? '')
  if (urls.length < 2) return skipped('DATABASE_URL names no standby')
  const probes = urls.map(probeServer)
  const states = await Promise.all(probes.map((probe) => probe.ask()))
  for (const probe of probes) probe.close()
  return judgeServers(states)
}

/** Exported for its test. */
export function judgeServers(states: readonly ServerAnswer[]): Finding {
  const primary = choosePrimary(states, unknownCluster)
  const known =
    primary?.kind === 'ANSWERED'
      ? { systemIdentifier: primary.systemIdentifier, timeline: timelineOf(primary) }
      : unknownCluster
  const parts = states.map((state) => `${serverNameOf(state.url)} ${objectionTo(state, known) ?? 'is the primary'}`)
  const text = parts.join('; ')
  if (!primary) return wrong(text)
  const isStandby = (state: ServerAnswer) =>
    state.kind === 'ANSWERED' && state.isInRecovery && state.systemIdentifier === known.systemIdentifier
  return states.every((state) => state === primary || isStandby(state)) ? ok(text) : warning(text)
}

interface StandbyRow {
  readonly name: string
  /** Null for a role that may not see it. */
  readonly sync_state: string | null
  /** `streaming` once it has what it lacked; a former primary that has other commits never gets there. */
  readonly state: string | null
}

async function checkStandby(context: DoctorContext): Promise<Finding> {
  const cluster = await readCluster(context.database)
  if (cluster?.isDistributed) return checkNodes(context, cluster.nodes)
  const finding = await findStandbys(context)
  if (finding.state !== 'OK') return finding
  const alone = await standbysWithoutOthers(context)
  if (alone.length === 0) return finding
  return warning(
    `${finding.found}; after a promotion ${alone.join(', ')} would acknowledge alone: synchronous_standby_names is empty there`,
  )
}

async function findStandbys({ database, config }: Pick<DoctorContext, 'database' | 'config'>): Promise<Finding> {
  const { rows } = await database.query<StandbyRow>(
    `select application_name as name, sync_state, state from pg_stat_replication
     where state is distinct from 'backup' order by application_name`,
  )
  const awaited = await show({ database }, 'synchronous_standby_names')
  const commits = await show({ database }, 'synchronous_commit')
  const self = await show({ database }, 'cluster_name')
  return judgeStandbys(rows, { awaited, commits, self, isProduction: config.mode === 'production' })
}

/** Each node has rows of its own, and none of another's. */
async function checkNodes({ config }: DoctorContext, nodes: readonly ClusterNode[]): Promise<Finding> {
  const url = config.databaseUrl ?? ''
  const findings = await Promise.all(
    nodes.map(async (node): Promise<Finding> => {
      const database = openDatabase(
        { connectionString: nodeUrlOf(url, node) },
        { poolSize: 1, onError: () => {}, statementTimeoutMs: nodeAnswerMs },
      )
      try {
        return await findStandbys({ database, config })
      } catch (error) {
        if (isPrivilegeMissing(error)) throw error
        return wrong(`does not answer (${(error as Error).message})`)
      } finally {
        await database.end()
      }
    }),
  )
  return joinFindings(
    findings.map(({ state, found }, index) => ({ state, found, node: nodeText(nodes[index] as ClusterNode) })),
  )
}

const nodeAnswerMs = 5_000

const worstFirst = ['WRONG', 'WARNING', 'OK', 'SKIPPED'] as const

/** One line for all nodes, in the worst state of any. Exported for its test. */
export function joinFindings(findings: readonly (Finding & { readonly node: string })[]): Finding {
  const state = worstFirst.find((each) => findings.some((finding) => finding.state === each)) ?? 'SKIPPED'
  return { state, found: findings.map(({ node, found }) => `${node}: ${found}`).join('; ') }
}

/** Standbys of DATABASE_URL that would wait for none as the primary. Patroni, which sets it by command line, sees to it itself. */
async function standbysWithoutOthers({ config }: DoctorContext): Promise<readonly string[]> {
  const urls = serverUrlsOf(config.databaseUrl ?? '')
  if (urls.length < 2) return []
  const found = await Promise.all(
    urls.map(async (url) => {
      const server = openDatabase({ connectionString: url }, { poolSize: 1, onError: () => {} })
      try {
        const { rows } = await server.query<{ would_wait: boolean }>(
          `select not pg_is_in_recovery() or current_setting('synchronous_standby_names') <> ''
             or (select source from pg_settings where name = 'hot_standby') = 'command line' as would_wait`,
        )
        return rows[0]?.would_wait === false ? [serverNameOf(url)] : []
      } catch {
        // The line about the servers names it.
        return []
      } finally {
        await server.end()
      }
    }),
  )
  return found.flat()
}

interface CommitSettings {
  /** synchronous_standby_names */
  readonly awaited: string
  /** synchronous_commit */
  readonly commits: string
  /** cluster_name: a list that is the same on all servers names the primary, too. */
  readonly self?: string
  readonly isProduction: boolean
}

/** Exported for its test. */
export function judgeStandbys(
  rows: readonly StandbyRow[],
  { awaited, commits, self, isProduction }: CommitSettings,
): Finding {
  if (rows.length === 0 && awaited !== '')
    return wrong(`none confirms, and nothing is acknowledged without: ${awaited}`)
  if (rows.length === 0) return isProduction ? warning('none: the database is lost if its disk fails') : skipped('none')
  if (rows.every(({ sync_state }) => sync_state === null))
    return warning('a standby exists, but this role may not see its state (grant pg_monitor)')
  const names = rows.map(standbyText).join(', ')
  const confirming = rows.filter((row) => isFollowing(row) && ['sync', 'quorum'].includes(row.sync_state ?? ''))
  if (confirming.length === 0) return wrong(`none is synchronous: ${names}`)
  if (commits === 'local') return wrong(`synchronous_commit = local waits for none of ${names}`)
  const { needed, listed } = readStandbyNames(awaited)
  if (confirming.length < needed)
    return wrong(`${confirming.length} of ${needed} confirm, and nothing is acknowledged: ${names}`)
  if (commits === 'remote_write')
    return warning(`${names}; synchronous_commit = remote_write does not wait for their disks`)
  const missing = listed.filter(
    (name) => name !== self && !rows.some((row) => row.name === name && isFollowing(row) && row.sync_state !== 'async'),
  )
  if (missing.length > 0)
    return warning(`${names}; ${missing.join(', ')} does not follow the primary, and cannot take over`)
  const behind = rows.filter((row) => !isFollowing(row)).map(({ name }) => name)
  if (behind.length > 0) return warning(`${names}; ${behind.join(', ')} does not follow the primary`)
  return ok(names)
}

function isFollowing({ state }: StandbyRow): boolean {
  return state === 'streaming'
}

/** One that only tries to follow is named by what it does: its place among those that confirm says nothing. */
function standbyText({ name, sync_state, ...row }: StandbyRow): string {
  return `${name} ${isFollowing({ name, sync_state, ...row }) ? sync_state : row.state}`
}

/** ANY 1 (a, b), FIRST 1 (a, b), 1 (a, b), or a, b: how many must confirm, and which are named. */
function readStandbyNames(text: string): { readonly needed: number; readonly listed: readonly string[] } {
  const [, count, inside] = /^\s*(?:(?:ANY|FIRST)\s+)?(\d+)\s*\((.*)\)\s*$/is.exec(text) ?? []
  const names = (inside ?? text).split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return { needed: Number(count ?? 1), listed: names.filter((name) => name !== '' && name !== '*') }
}

/** Read on a standby: docs/operating/database-roles.md has the grants. */
const readTables = [
  'projected_orders',
  'projected_transactions',
  'projected_events',
  'events',
  'transactions',
  'replica_heartbeats',
]

async function checkReplicas(context: DoctorContext): Promise<Finding> {
  const urls = serverUrlsOf(context.config.replicaUrl ?? '')
  if (urls.length === 0) return skipped('TOLLGATE_REPLICA_URL is not set: the primary is read')
  const parts: string[] = []
  let isUsable = false
  for (const url of urls) {
    const { isGood, text } = await lookAtReplica(url, context)
    isUsable ||= isGood
    parts.push(`${serverNameOf(url)} ${text}`)
  }
  return isUsable ? ok(parts.join('; ')) : warning(parts.join('; '))
}

interface ReplicaFinding {
  readonly isGood: boolean
  readonly text: string
}

async function lookAtReplica(url: string, { database, config }: DoctorContext): Promise<ReplicaFinding> {
  const bad = (text: string) => ({ isGood: false, text })
  const replica = openDatabase({ connectionString: url }, { poolSize: 1, onError: () => {} })
  try {
    const [own] = (await replica.query<{ id: string; is_standby: boolean }>(identityText)).rows
    const [primary] = (await database.query<{ id: string }>(identityText)).rows
    if (own?.id !== primary?.id) return bad('belongs to another database cluster')
    if (!own?.is_standby) return bad('is not a standby')
    const { rows } = await replica.query<{ name: string }>(
      `select name from unnest($1::text[]) name where not has_table_privilege(name, 'select')`,
      [readTables],
    )
    if (rows.length > 0) return bad(`may not be read: ${rows.map(({ name }) => name).join(', ')}`)
    return await measureLag(database, replica, config.replicaMaxAgeMs)
  } catch (error) {
    if (isPrivilegeMissing(error)) return bad(`may not be read (${(error as Error).message})`)
    return bad(`cannot be reached (${(error as { code?: string }).code ?? (error as Error).message})`)
  } finally {
    await replica.end()
  }
}

const identityText =
  'select (select system_identifier::text from pg_control_system()) as id, pg_is_in_recovery() as is_standby'

/** How long it takes until the standby has what the primary has now. */
async function measureLag(database: Database, replica: Database, maxAgeMs: number): Promise<ReplicaFinding> {
  const startMs = performance.now()
  const { rows } = await database.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const hasIt = async () => {
    const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_it'
    return (await replica.query<{ has_it: boolean }>(text, [rows[0]?.lsn])).rows[0]?.has_it === true
  }
  const timeoutMs = Math.min(maxAgeMs, 5_000)
  const isReached = await poll(hasIt, (isThere) => isThere, { timeoutMs, firstPauseMs: 5, longestPauseMs: 100 })
  const ms = Math.round(performance.now() - startMs)
  return isReached
    ? { isGood: true, text: `follows the primary, ${ms} ms behind` }
    : { isGood: false, text: `is more than ${timeoutMs} ms behind the primary` }
}

export async function show({ database }: Pick<DoctorContext, 'database'>, name: string): Promise<string> {
  const { rows } = await database.query<{ value: string }>('select current_setting($1) as value', [name])
  return rows[0]?.value ?? ''
}
