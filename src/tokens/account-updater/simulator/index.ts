// The simulated account updater: determines a card's status from published test data, and keeps its own books.

import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../../platform/postgres/migrate.ts'
import type { AccountUpdater } from '../../ports/account-updater.ts'
import { formatExpiry, updateOf } from './conventions.ts'

export const accountUpdaterSchema: MigrationTrack = {
  name: 'simulated-account-updater',
  folder: new URL('./migrations/', import.meta.url),
}

const write = prepared(
  'account-updater-write',
  `insert into simulated_account_updater.look_up as l (reference, card, expiry, said) values ($1, $2, $3, $4)
   on conflict (reference) do update set asked = l.asked + 1`,
)

export function simulatedAccountUpdater(database: Database): AccountUpdater {
  return {
    async lookUp({ reference, number, expiry }) {
      const update = updateOf(number.open(), formatExpiry(expiry))
      await database.query(write([reference, number.masked, formatExpiry(expiry), update.kind]))
      return update
    },
  }
}
