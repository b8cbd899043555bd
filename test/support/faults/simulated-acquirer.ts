// The simulated acquirer of a fault run. Its books are on the server that the tests share, which is never killed; on one of their
// own where there is none.
import { join } from 'node:path'
import type pg from 'pg'
import { countsInquiries, countsReversals, requestFaultOf } from '../../../src/acquirers/simulator/faults.ts'
import { parseFaults } from '../../../src/acquirers/simulator/random-faults.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { merchantId } from '../clients/client.ts'
import { createTestDatabase, databaseUrl, testDatabaseVariable } from '../gateway/database.ts'
import { makeSite, type Owner, type ProcessSite } from '../gateway/process.ts'
import { endProcess } from '../gateway/processes.ts'
import { type AcquirerKind, type CountedCall, causesManualResolution, countFaults, faultsText } from './fault-kinds.ts'
import type { BookedLine } from './fault-oracle.ts'
import { endIdleWork, queryAt, serverSettings, urlOf } from './fault-world.ts'
import type { WorldAcquirer } from './world-acquirer.ts'

const bookedText = `select reference, kind, currency, original_reference as original, asked,
    coalesce(approved_minor, 0)::float8 as "approvedMinor", is_approved as "isApproved",
    reversed_at is not null as "isReversed", exists (
      select from simulated_acquirer.batch s where s.acquirer_merchant_id = b.acquirer_merchant_id
        and s.number = b.batch and s.closed_at is not null) as "isSettled"
  from simulated_acquirer.book b where acquirer_merchant_id = '${merchantId}'`

/** Its key changes, so that a request that saw the batch open looks at it again. */
const closeText = `update simulated_acquirer.batch set closed_at = now(), is_settled = true
  where acquirer_merchant_id = $1 and closed_at is null`

export async function openSimulatedAcquirer(owner: Owner, kind: AcquirerKind, seed: number): Promise<WorldAcquirer> {
  const database = await openAcquirerDatabase(owner)
  const faults = faultsText(kind, seed)
  const random = parseFaults(faults)
  const query = <Row extends object>(sql: string, values?: readonly unknown[]) =>
    queryAt<Row>(database.connection, sql, values)
  return {
    linkId: 'simulator',
    lateArrivalMs: random.lateArrivalMs,
    leavesToOperators: causesManualResolution(kind),
    environmentFor: (application) => ({
      TOLLGATE_SIMULATOR_DATABASE_URL: database.urlFor(application),
      TOLLGATE_SIMULATOR_FAULTS: faults,
    }),
    booked: () => query<BookedLine>(bookedText),
    async history(references) {
      const lines = await query<{ reference: string; line: string }>(
        `select reference, concat_ws(' ', kind, fate ->> 'gatewayCode', approved_minor, 'asked', asked, 'written', written_at,
           'reversed', reversed_at, 'reversals', reversals_asked) as line
         from simulated_acquirer.book where reference = any ($1)`,
        [references],
      )
      return new Map(lines.map(({ reference, line }) => [reference, line]))
    },
    isHeardTwice: ({ reference }) => requestFaultOf({ reference, details: {} }, random).isTwice,
    async countFaults(references) {
      const isCounted = countsInquiries({}, random) || countsReversals({}, random)
      const calls = isCounted
        ? await query<CountedCall>('select reference, kind, times from simulated_acquirer.call')
        : []
      return countFaults(random, references, calls)
    },
    async closeBatch() {
      await query(closeText, [merchantId])
    },
    kill: database.kill,
    async endIdleWork(application) {
      await query(endIdleWork(application))
    },
    stop: database.stop,
  }
}

interface AcquirerDatabase {
  readonly connection: pg.ClientConfig
  urlFor(application: string): string
  /** The server with all its processes, or its connections where others use that server, too. */
  kill(): Promise<void>
  stop(): Promise<void>
}

async function openAcquirerDatabase(owner: Owner): Promise<AcquirerDatabase> {
  if (process.env[testDatabaseVariable]) {
    const url = databaseUrl(await createTestDatabase())
    return {
      connection: { connectionString: url },
      urlFor: (application) => `${url}&application_name=${application}`,
      async kill() {
        await queryAt(
          { connectionString: url },
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
      },
      stop: async () => {},
    }
  }
  const site: ProcessSite = await makeSite(owner)
  const dataDir = join(site.folder, 'acquirer')
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, settings: serverSettings })
  return {
    connection: { ...connection, ssl: false },
    urlFor: (application) => urlOf(connection, application),
    async kill() {
      for (let servers = await site.processes(); servers.length > 0; servers = await site.processes())
        for (const pid of servers) endProcess(pid)
      await startEmbeddedPostgres({ dataDir, settings: serverSettings })
    },
    stop,
  }
}
