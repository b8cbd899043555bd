// A simulated provider on a database of its own, with a clock that is set by hand.

import { simulatedProvider } from '../../src/browser-payments/providers/simulator/adapter.ts'
import { callbackSecret, openCallbacks } from '../../src/browser-payments/providers/simulator/callbacks.ts'
import type { Provider } from '../../src/kernel/provider.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'
import { setClock } from './acquirer-simulator-kit.ts'

export async function startProvider(provider: Provider, trusted: readonly string[] = []) {
  const name = await createTestDatabase()
  const database = openDatabase({ connectionString: databaseUrl(name) }, { poolSize: 6, onError: () => undefined })
  const clock = setClock()
  const secret = callbackSecret(database)
  return {
    provider: simulatedProvider({ provider, database, clock, secret, siteUrl: () => 'https://gateway.example' }),
    callbacks: openCallbacks({ database, clock, secret, trusted: async () => trusted }),
    clock,
    async query<R extends object>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> {
      return (await database.query<R>(text, [...values])).rows
    },
    close: () => database.end(),
  }
}
