// Leads from the address to the page, past those that the person may not open.
import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { pages } from '../pages.ts'
import { Page } from '../parts/page.tsx'
import { EmptyState, Loading } from '../parts/states.tsx'
import { useCurrentSession } from '../session/session-context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { homeOf, mayOpen } from './home.ts'

export function Routes() {
  const session = useCurrentSession()
  const [location] = useLocation()
  const home = homeOf(session)
  return (
    // A page that broke is tried anew when somebody comes back to it.
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading lines={8} />}>
        <Switch>
          {location === '/' && home !== '/' && <Redirect to={home} replace />}
          {pages.map((page) => (
            <Route key={page.path} path={page.path}>
              {mayOpen(session, page) ? <page.Component /> : <NotPermitted title={page.title} />}
            </Route>
          ))}
          <Route>
            <NoSuchPage />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

function NotPermitted({ title }: { readonly title: string }) {
  return (
    <Page title={title}>
      <div className="paper">
        <EmptyState icon="lock" title="Not for you">
          You do not have the right to open this page. Somebody who manages people can give it to you.
        </EmptyState>
      </div>
    </Page>
  )
}

function NoSuchPage(): ReactNode {
  const home = homeOf(useCurrentSession())
  return (
    <Page title="Not found">
      <div className="paper">
        <EmptyState
          title="There is no such page"
          action={
            <Button component={Link} href={home} variant="default">
              To the beginning
            </Button>
          }
        >
          The address may be mistyped, or from another version of the console.
        </EmptyState>
      </div>
    </Page>
  )
}
