// The secret that signs callbacks: random for each database, and read once.
import type { Database } from '../../../platform/postgres/database.ts'

export interface CallbackSecret {
  read(): Promise<string>
  /** The secret, if it was read already: checking a message cannot wait. One that comes too early is repeated. */
  known(): string | undefined
}

export function callbackSecret(database: Database): CallbackSecret {
  let remembered: string | undefined
  return {
    async read() {
      if (remembered === undefined) {
        const { rows } = await database.query<{ secret: string }>(
          'select secret from simulated_providers.callback_secret',
        )
        remembered = rows[0]?.secret
      }
      if (remembered === undefined) throw new Error('the simulated providers have no secret for callbacks')
      return remembered
    },
    known: () => remembered,
  }
}
