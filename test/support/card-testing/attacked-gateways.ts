// Two gateways as processes of their own on one database, reached over HTTPS through a reverse proxy that names the client.
import assert from 'node:assert/strict'
import { Agent } from 'node:https'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { send } from '../clients/client.ts'
import { testKey, testPassword } from '../gateway/database.ts'
import { exitOf, makeSite, type Owner } from '../gateway/process.ts'
import type { AttackedGateways } from './campaign.ts'

export interface AttackedWorld {
  /** The same gateways for each merchant. */
  of(merchant: string): AttackedGateways
  stop(): Promise<void>
}

export async function startAttackedGateways(owner: Owner): Promise<AttackedWorld> {
  const site = await makeSite(owner)
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: join(site.folder, 'database') })
  const { host = '', port, user, database } = connection
  const login = connection.password ? `${user}:${encodeURIComponent(String(connection.password))}` : user
  const start = (name: string) =>
    site.start({
      DATABASE_URL: `postgresql://${login}@localhost:${port}/${database}?${new URLSearchParams({ host })}`,
      TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
      TOLLGATE_SANDBOX_PASSWORD: testPassword,
      TOLLGATE_DATA_DIR: join(site.folder, name),
      TOLLGATE_HOST: '127.0.0.1',
      // Tests do; here it would be half of the work.
      TOLLGATE_CHECK_ANSWERS: 'false',
      // The reverse proxy, which the campaign's own connections come from.
      TOLLGATE_FORWARDED_FROM: '127.0.0.1',
      TOLLGATE_FORWARDED_HEADER: 'x-forwarded-for',
    })
  // One after the other: the first one makes the tables.
  const gateways = [await start('one'), await start('two')]
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 128 })
  const reader = new pg.Pool({ ...connection, ssl: false, max: 1 })
  return {
    of: (merchant) => ({
      merchant,
      password: testPassword,
      ask(gateway, { from, ...sent }) {
        const { httpsUrl } = gateways[gateway] ?? assert.fail(`there is no gateway ${gateway}`)
        const headers = { ...sent.headers, ...(from !== undefined && { 'x-forwarded-for': from }) }
        return send(httpsUrl, { ...sent, headers, agent })
      },
      query: async <Row extends object>(sql: string, values: readonly unknown[]) =>
        (await reader.query<Row>(sql, [...values])).rows,
    }),
    async stop() {
      agent.destroy()
      await reader.end()
      for (const gateway of gateways) gateway.kill('SIGTERM')
      for (const gateway of gateways) assert.equal((await exitOf(gateway)).code, 0, gateway.stderr)
      await stop()
    },
  }
}
