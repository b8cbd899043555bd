// Users' preferences in PostgreSQL.
import type { UserKey } from '../../kernel/user.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import type { UserPreferencesStore } from '../ports/users.ts'
import type { UserPreferences } from '../rules/preferences.ts'
import { keyValues } from './user-rows.ts'

const ofUser = 'where merchant_id = $1 and login = $2'

const find = prepared('find-preferences', `select preferences from user_preferences ${ofUser}`)

/** Members of the change replace stored ones; two pages that change different ones do not disturb each other. */
const change = prepared(
  'change-preferences',
  `insert into user_preferences as p (merchant_id, login, preferences) values ($1, $2, $3::jsonb)
   on conflict (merchant_id, login) do update set preferences = p.preferences || excluded.preferences
   returning preferences`,
)

interface PreferencesRow {
  readonly preferences: UserPreferences
}

export function postgresUserPreferences(database: Database): UserPreferencesStore {
  return {
    async find(key) {
      const { rows } = await database.query<PreferencesRow>(find(keyValues(key)))
      return rows[0]?.preferences ?? {}
    },

    async change(key, changes) {
      const { rows } = await database.query<PreferencesRow>(change([...keyValues(key), JSON.stringify(changes)]))
      return rows[0]?.preferences ?? changes
    },
  }
}

export async function forgetPreferences(client: Pick<Database, 'query'>, key: UserKey): Promise<void> {
  await client.query(`delete from user_preferences ${ofUser}`, [...keyValues(key)])
}
