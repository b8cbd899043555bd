// Keeps who is signed in: asks the gateway, notices when the login ends, and asks for the second factor when it is stale.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { CurrentSessionBody } from '../../../../src/console/response-bodies/users.ts'
import type { Permission } from '../../../../src/kernel/user.ts'
import { zoneOfBrowser } from '../../../../src/users/rules/preferences.ts'
import { sendOnce, setCsrfToken, setSessionHandler } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { setTimeZone } from '../format/zone.ts'
import { showInLanguage } from '../language/load-texts.ts'
import { t } from '../language/text.ts'
import { clearNotices, notifyProblem } from '../parts/notify.ts'
import { type CurrentSession, sessionPath, userKeyOf } from './session.ts'

/** The sign-in state of the page. */
export type SignInState =
  | { readonly kind: 'ASKING' }
  | { readonly kind: 'UNREACHABLE'; readonly error: unknown }
  /** `hasEnded` when a user was signed in on this page before. */
  | { readonly kind: 'SIGNED_OUT'; readonly hasEnded: boolean }
  | { readonly kind: 'SIGNED_IN'; readonly session: CurrentSession }

interface SessionControl {
  readonly signInState: SignInState
  /** A session begins, or continues under another token. */
  opened(session: CurrentSession): void
  /** It was ended on purpose. */
  ended(): void
  /** Asks the gateway who is signed in. True when it is who it was. */
  ask(): Promise<boolean>
  /** Set while the user is asked for a code; called with whether one was accepted. */
  readonly answerSecondFactor: ((isShown: boolean) => void) | undefined
}

const SessionControlContext = createContext<SessionControl | undefined>(undefined)
/** The interval of activity reports; the gateway ends idle sessions. */
const keepAliveMs = 4 * 60_000

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const [signInState, setStanding] = useState<SignInState>({ kind: 'ASKING' })
  const [pending, setPending] = useState<{ readonly answer: (isShown: boolean) => void }>()
  const waiting = useRef<Promise<boolean>>(undefined)

  /** The user of the last response. */
  const last = useRef<string>(undefined)

  const opened = useCallback(
    (session: CurrentSession) => {
      const who = userKeyOf(session)
      const isSame = last.current === who
      // A user must not see data that another user has read.
      if (!isSame) {
        clearNotices()
        client.clear()
      }
      if (last.current !== undefined && !isSame)
        notifyProblem(t('{name} is now signed in in this browser.', { name: session.user.name }))
      last.current = who
      setCsrfToken(session.csrf)
      const { timeZone, language: chosen } = session.preferences
      setTimeZone(timeZone === zoneOfBrowser ? undefined : timeZone)
      setStanding({ kind: 'SIGNED_IN', session })
      if (chosen !== undefined) showInLanguage(chosen)
      return isSame
    },
    [client],
  )

  const leave = useCallback(
    (hasEnded: boolean) => {
      setCsrfToken(undefined)
      last.current = undefined
      clearNotices()
      client.clear()
      setStanding({ kind: 'SIGNED_OUT', hasEnded })
    },
    [client],
  )

  const ask = useCallback(async () => {
    try {
      return opened(await sendOnce<CurrentSessionBody>({ method: 'GET', path: sessionPath }))
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) leave(last.current !== undefined)
      else setStanding((before) => (before.kind === 'SIGNED_IN' ? before : { kind: 'UNREACHABLE', error }))
      return false
    }
  }, [opened, leave])

  const requestSecondFactor = useCallback(() => {
    // Two calls at once ask once.
    waiting.current ??= new Promise<boolean>((resolve) => {
      setPending({
        answer(isShown) {
          waiting.current = undefined
          setPending(undefined)
          resolve(isShown)
        },
      })
    })
    return waiting.current
  }, [])

  useEffect(() => {
    setSessionHandler({ onSignedOut: () => leave(true), requestSecondFactor, renew: ask })
    void ask()
  }, [ask, leave, requestSecondFactor])

  useKeepAlive(signInState, ask)
  const control = useMemo(
    () => ({ signInState, opened, ended: () => leave(false), ask, answerSecondFactor: pending?.answer }),
    [signInState, opened, leave, ask, pending],
  )
  return <SessionControlContext value={control}>{children}</SessionControlContext>
}

function useKeepAlive(signInState: SignInState, ask: () => Promise<unknown>): void {
  const expiresAt = signInState.kind === 'SIGNED_IN' ? signInState.session.expiresAt : undefined
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    let isAtWork = false
    const work = () => {
      isAtWork = true
    }
    const beat = setInterval(() => {
      if (isAtWork) void ask()
      isAtWork = false
    }, keepAliveMs)
    // Longer than this a timer of browsers cannot wait; the beat asks anyway.
    const end = setTimeout(() => void ask(), Math.min(Date.parse(expiresAt) - Date.now() + 500, 2 ** 31 - 1))
    // Another window may have signed out meanwhile, or signed in another user.
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    const signs = ['pointerdown', 'keydown'] as const
    document.addEventListener('visibilitychange', look)
    for (const sign of signs) addEventListener(sign, work, { passive: true })
    return () => {
      clearInterval(beat)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', look)
      for (const sign of signs) removeEventListener(sign, work)
    }
  }, [expiresAt, ask])
}

export function useSessionControl(): SessionControl {
  const control = useContext(SessionControlContext)
  if (!control) throw new Error('a console component was rendered outside the session provider')
  return control
}

/** The signed-in user; for everything behind the sign-in. */
export function useCurrentSession(): CurrentSession {
  const { signInState } = useSessionControl()
  if (signInState.kind !== 'SIGNED_IN')
    throw new Error('a page that requires a signed-in user was rendered without one')
  return signInState.session
}

export function usePermission(permission: Permission): boolean {
  return useCurrentSession().user.permissions.includes(permission)
}
