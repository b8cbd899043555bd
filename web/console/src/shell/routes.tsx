// Routes a URL to its page, unless the user may not open it.
import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { t } from '../language/text.ts'
import { type ConsolePage, pages } from '../pages.ts'
import { Page } from '../parts/page.tsx'
import { PageSkeleton } from '../parts/skeletons.tsx'
import { EmptyState } from '../parts/states.tsx'
import { useCurrentSession } from '../session/session-context.tsx'
import { usePathParameter } from './address.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { homeOf, mayOpen } from './home.ts'

export function Routes() {
  const session = useCurrentSession()
  const [location] = useLocation()
  const home = homeOf(session)
  return (
    // A page that failed is rendered again when the user returns to it.
    <ErrorBoundary key={location}>
      <Switch>
        {location === '/' && home !== '/' && <Redirect to={home} replace />}
        {pages.map((page) => (
          <Route key={page.path} path={page.path}>
            {mayOpen(session, page) ? <LoadedPage page={page} /> : <NotPermitted title={page.title} />}
          </Route>
        ))}
        <Route>
          <NoSuchPage />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}

/** A page is loaded on the first visit; until then its title and blocks of its shape are shown. */
function LoadedPage({ page: { Component, title, shape = 'LIST', nameParameter } }: { readonly page: ConsolePage }) {
  const name = usePathParameter(nameParameter ?? '')
  return (
    <Suspense fallback={<PageSkeleton title={`${t(title)} ${name}`.trim()} shape={shape} />}>
      <Component />
    </Suspense>
  )
}

function NotPermitted({ title }: { readonly title: string }) {
  return (
    <Page title={t(title)}>
      <div className="paper">
        <EmptyState icon="lock" title={t('Access denied')}>
          {t('You do not have permission to open this page. A user administrator can grant it.')}
        </EmptyState>
      </div>
    </Page>
  )
}

function NoSuchPage(): ReactNode {
  const home = homeOf(useCurrentSession())
  return (
    <Page title={t('Not found')}>
      <div className="paper">
        <EmptyState
          title={t('Page not found')}
          action={
            <Button component={Link} href={home} variant="default">
              {t('Go to the start page')}
            </Button>
          }
        >
          {t('Check the address. It may be mistyped or belong to another version of the console.')}
        </EmptyState>
      </div>
    </Page>
  )
}
