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
    // A page that failed is rendered again when the user returns to it.
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
        <EmptyState icon="lock" title="Access denied">
          You do not have permission to open this page. A user administrator can grant it.
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
          title="Page not found"
          action={
            <Button component={Link} href={home} variant="default">
              Go to the start page
            </Button>
          }
        >
          Check the address. It may be mistyped or belong to another version of the console.
        </EmptyState>
      </div>
    </Page>
  )
}
