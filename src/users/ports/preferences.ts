// What users have chosen for themselves.

import type { UserKey } from '../../kernel/user.ts'
import type { UserPreferences } from '../rules/preferences.ts'

export interface UserPreferencesStore {
  find(key: UserKey): Promise<UserPreferences>
  /** Replaces the given members and leaves the others. */
  change(key: UserKey, change: UserPreferences): Promise<UserPreferences>
}
