// The console as a whole: looks, what is kept of the gateway's answers, who is signed in, and the pages.

import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Router } from 'wouter'
import { makeQueryClient } from './api/queries.ts'
import { LinesSkeleton, Loading } from './parts/skeletons.tsx'
import { ErrorState } from './parts/states.tsx'
import { type CurrentSession, userKeyOf } from './session/session.ts'
import { SessionProvider, useSessionControl } from './session/session-context.tsx'
import { useShownPath, useShownSearch } from './shell/address.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { styleNonce } from './style-nonce.ts'
import { theme } from './theme.ts'

/** Visits of users who are signed in need none of them. */
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./session/second-factor-dialog.tsx')).SecondFactorDialog,
}))
const SignIn = lazy(async () => ({ default: (await import('./session/sign-in.tsx')).SignIn }))
const ChangePasswordFirst = lazy(async () => ({
  default: (await import('./session/change-password-first.tsx')).ChangePasswordFirst,
}))
const SetUpSecondFactorFirst = lazy(async () => ({
  default: (await import('./session/set-up-second-factor-first.tsx')).SetUpSecondFactorFirst,
}))

/** Where lines end. */
const noticeCorner = document.documentElement.dir === 'rtl' ? 'bottom-left' : 'bottom-right'

export function App() {
  const [client] = useState(makeQueryClient)
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
        <QueryClientProvider client={client}>
          <Router base="/console" hook={useShownPath} searchHook={useShownSearch}>
            <Notifications position={noticeCorner} />
            <ErrorBoundary>
              <SessionProvider>
                <Suspense fallback={asking}>
                  <SignInGate />
                </Suspense>
                <SecondFactorGate />
              </SessionProvider>
            </ErrorBoundary>
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

const asking = (
  <Loading>
    <LinesSkeleton lines={3} />
  </Loading>
)

/** Loaded when a service asks for a code, and kept from then on. */
function SecondFactorGate() {
  const { answerSecondFactor } = useSessionControl()
  const [isLoaded, setIsLoaded] = useState(false)
  if (answerSecondFactor && !isLoaded) setIsLoaded(true)
  if (!isLoaded) return null
  return (
    <Suspense>
      <SecondFactorDialog />
    </Suspense>
  )
}

/** The URL stays during the sign-in, which leads to the requested page. */
function SignInGate() {
  const { signInState, ask } = useSessionControl()
  switch (signInState.kind) {
    case 'ASKING':
      return asking
    case 'UNREACHABLE':
      return <ErrorState error={signInState.error} onRetry={() => void ask()} />
    case 'SIGNED_OUT':
      return <SignIn hasEnded={signInState.hasEnded} />
    case 'SIGNED_IN':
      return <SignedIn session={signInState.session} />
  }
}

function SignedIn({ session }: { readonly session: CurrentSession }) {
  if (session.user.mustChangePassword) return <ChangePasswordFirst />
  if (session.needsSecondFactor) return <SetUpSecondFactorFirst />
  // Another user gets a fresh state.
  return <Shell key={userKeyOf(session)} />
}
