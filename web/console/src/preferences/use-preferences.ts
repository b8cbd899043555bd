// What the user has chosen for themselves, kept with their account: the same in every browser.
import { useCallback } from 'react'
import type { UserPreferences } from '../../../../src/users/rules/preferences.ts'
import { send } from '../api/client.ts'
import { problemText } from '../api/problem.ts'
import { showInLanguage } from '../language/load-texts.ts'
import { notifyProblem } from '../parts/notify.ts'
import { useCurrentSession, useSessionControl } from '../session/session-context.tsx'

export function usePreferences(): UserPreferences {
  return useCurrentSession().preferences
}

/** Takes effect at once; what could not be saved is taken back with a message. */
export function useChangePreferences(): (change: UserPreferences) => void {
  const session = useCurrentSession()
  const { opened } = useSessionControl()
  return useCallback(
    async ({ language, ...change }) => {
      opened({ ...session, preferences: { ...session.preferences, ...change } })
      try {
        await send<UserPreferences>({
          method: 'PUT',
          path: '/preferences',
          body: { ...change, ...(language && { language }) },
        })
        // Last, because it loads the page again.
        if (language) showInLanguage(language)
      } catch (error) {
        opened(session)
        notifyProblem(problemText(error))
      }
    },
    [session, opened],
  )
}
