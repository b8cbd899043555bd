// Examines an installation check by check, each as far as what it needs is there: also when the database is down.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type Config, ConfigurationFailure, loadConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isPrivilegeMissing } from '../../platform/postgres/database-errors.ts'
import { addressChecks } from './address-checks.ts'
import { batchChecks } from './batch-checks.ts'
import { type Check, type CheckState, type Finding, skipped, wrong } from './check.ts'
import { clusterChecks } from './cluster-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { accessRightsChecks, keyChecks } from './key-checks.ts'
import { linkChecks } from './link-checks.ts'
import { machineChecks, packageChecks } from './machine-checks.ts'
import { settingsChecks } from './settings-checks.ts'
import { textChecks } from './text-checks.ts'
import { tlsChecks } from './tls-checks.ts'
import { walletChecks } from './wallet-checks.ts'
import { workChecks } from './work-checks.ts'

export interface CheckResult extends Finding {
  readonly name: string
  readonly looksAt: string
  readonly mend: string
}

/** In the order of a manual check. */
export const doctorChecks: readonly Check[] = [
  ...machineChecks,
  ...packageChecks,
  ...settingsChecks,
  ...tlsChecks,
  ...databaseChecks,
  ...clusterChecks,
  ...keyChecks,
  ...accessRightsChecks,
  ...linkChecks,
  ...walletChecks,
  ...batchChecks,
  ...workChecks,
  ...addressChecks,
  ...textChecks,
]

/** Opens the database for the checks and leaves everything as it was. */
export type DatabaseRunner = <T>(config: Config, work: (database: Database) => Promise<T>) => Promise<T>

const settingsRow = {
  name: 'settings',
  looksAt: 'Whether the settings are complete and consistent',
  mend: 'Correct the named setting; "npx tollgate serve --help" lists all settings.',
}
const databaseRow = {
  name: 'database',
  looksAt: 'Whether the database can be reached',
  mend: 'Start PostgreSQL, or correct DATABASE_URL; the log of an embedded one is in the data folder.',
}

const privilegesRow = {
  name: 'privileges',
  looksAt: 'Whether the role of DATABASE_URL may do what the gateway needs',
  mend: 'Run "psql -f docs/operating/database-roles.sql" as the owner of the tables, as after every restore and upgrade; the role has to be a member of tollgate_gateway (docs/operating/database-roles.md).',
}
const privilegesMissing = 'the database role lacks privileges'

export async function runChecks(
  env: Readonly<Record<string, string | undefined>>,
  withDatabase: DatabaseRunner,
): Promise<readonly CheckResult[]> {
  const examined: CheckResult[] = []
  const add = ({ name, looksAt, mend }: Omit<CheckResult, keyof Finding>, finding: Finding) =>
    examined.push({ name, looksAt, mend, state: finding.state, found: oneLine(finding.found) })

  const config = readSettings(env)
  add(settingsRow, typeof config === 'string' ? wrong(config) : { state: 'OK', found: 'complete' })

  const lookAll = async (database: Database | undefined) => {
    let schema: SchemaState = 'ABSENT'
    const refusals: string[] = []
    // Its line is above all that it explains.
    const privilegesAt = examined.length
    for (const check of doctorChecks) {
      const finding = await runCheck(check, { env, config, database, schema }).catch((error: Error) => {
        if (!isPrivilegeMissing(error)) throw error
        refusals.push(error.message)
        return skipped(privilegesMissing)
      })
      if (check.name === 'schema') schema = await schemaStateOf(database, finding)
      add(check, finding)
    }
    if (!database) return
    add(privilegesRow, judgeRefusals(refusals))
    examined.splice(privilegesAt, 0, ...examined.splice(-1))
  }

  if (typeof config === 'string') await lookAll(undefined)
  else if (!config.databaseUrl && !(await hasEmbedded(config.dataDir))) {
    add(databaseRow, skipped('the embedded database is created at the first start'))
    await lookAll(undefined)
  } else {
    let isReached = false
    try {
      await withDatabase(config, async (database) => {
        isReached = true
        add(databaseRow, { state: 'OK', found: config.databaseUrl ? 'reached' : 'the embedded database is running' })
        await lookAll(database)
      })
    } catch (error) {
      if (isReached) throw error
      add(databaseRow, wrong((error as Error).message))
      await lookAll(undefined)
    }
  }
  return examined
}

export function worstState(examined: readonly { readonly state: CheckState }[]): CheckState {
  const order = ['WRONG', 'WARNING'] as const
  return order.find((state) => examined.some((each) => each.state === state)) ?? 'OK'
}

interface CheckInputs {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Config | string
  readonly database: Database | undefined
  readonly schema: SchemaState
}

type SchemaState = 'ABSENT' | 'PRESENT' | 'NOT_READABLE'

async function schemaStateOf(database: Database | undefined, { state, found }: Finding): Promise<SchemaState> {
  if (found === privilegesMissing) return 'NOT_READABLE'
  return state !== 'SKIPPED' && (await isPrepared(database)) ? 'PRESENT' : 'ABSENT'
}

/** One cause, therefore one line, however many checks it prevents. */
function judgeRefusals(refusals: readonly string[]): Finding {
  const [first, ...others] = new Set(refusals)
  if (first === undefined) return { state: 'OK', found: 'sufficient for all checks' }
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return wrong(`${first}${more} (SQLSTATE 42501)`)
}

/** A check that fails by itself has found something, too; a missing privilege is the role's and no check's. */
async function runCheck(check: Check, { env, config, database, schema }: CheckInputs): Promise<Finding> {
  try {
    if (check.needs === 'NOTHING') return await check.run({ env })
    if (typeof config === 'string') return skipped('the settings cannot be read')
    if (check.needs === 'SETTINGS') return await check.run({ env, config })
    if (!database) return skipped('the database cannot be reached')
    if (check.needs === 'SCHEMA' && schema === 'NOT_READABLE') return skipped(privilegesMissing)
    if (check.needs === 'SCHEMA' && schema === 'ABSENT') return skipped('the database has no schema yet')
    return await check.run({ env, config, database })
  } catch (error) {
    if (isPrivilegeMissing(error)) throw error
    return wrong(`could not be checked: ${(error as Error).message}`)
  }
}

function readSettings(env: CheckInputs['env']): Config | string {
  try {
    return loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigurationFailure) return error.message
    throw error
  }
}

async function isPrepared(database: Database | undefined): Promise<boolean> {
  const { rows } = (await database?.query<{ is_there: boolean }>(
    `select to_regclass('outbox') is not null and to_regclass('projections') is not null as is_there`,
  )) ?? { rows: [] }
  return rows[0]?.is_there === true
}

/** A server of any major version, or the word that it lies elsewhere. */
async function hasEmbedded(dataDir: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false
  return (await readdir(dataDir)).some((name) => name.startsWith('pg'))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
