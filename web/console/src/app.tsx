// The console as a whole: looks, what is kept of the gateway's answers, who is signed in, and the pages.

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { makeQueryClient } from './api/queries.ts'
import { ErrorState, Loading } from './parts/states.tsx'
import { ChangePasswordFirst } from './session/change-password-first.tsx'
import { SecondFactorDialog } from './session/second-factor-dialog.tsx'
import { type CurrentSession, userKeyOf } from './session/session.ts'
import { SessionProvider, useSessionControl } from './session/session-context.tsx'
import { SetUpSecondFactorFirst } from './session/set-up-second-factor-first.tsx'
import { SignIn } from './session/sign-in.tsx'
import { useShownPath, useShownSearch } from './shell/address.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { styleNonce } from './style-nonce.ts'
import { theme } from './theme.ts'

export function App() {
  const [client] = useState(makeQueryClient)
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={client}>
        <Router base="/console" hook={useShownPath} searchHook={useShownSearch}>
          <Notifications position="bottom-right" />
          <ErrorBoundary>
            <SessionProvider>
              <SignInGate />
              <SecondFactorDialog />
            </SessionProvider>
          </ErrorBoundary>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The URL stays during the sign-in, which leads to the requested page. */
function SignInGate() {
  const { signInState, ask } = useSessionControl()
  switch (signInState.kind) {
    case 'ASKING':
      return <Loading lines={3} />
    case 'UNREACHABLE':
      return <ErrorState error={signInState.error} onRetry={() => void ask()} />
    case 'SIGNED_OUT':
      return <SignIn hasEnded={signInState.hasEnded} />
    case 'SIGNED_IN':
      return <SignedIn session={signInState.session} />
  }
}

function SignedIn({ session }: { readonly session: CurrentSession }) {
  if (session.person.mustChangePassword) return <ChangePasswordFirst />
  if (session.needsSecondFactor) return <SetUpSecondFactorFirst />
  // Another user gets a fresh state.
  return <Shell key={userKeyOf(session)} />
}
