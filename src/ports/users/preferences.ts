// What users have chosen for themselves.
import type { UserPreferences } from '../../domain/users/preferences.ts'
import type { UserKey } from '../../domain/users/user.ts'

export interface UserPreferencesStore {
  find(key: UserKey): Promise<UserPreferences>
  /** Replaces the given members and leaves the others. */
  change(key: UserKey, change: UserPreferences): Promise<UserPreferences>
}
