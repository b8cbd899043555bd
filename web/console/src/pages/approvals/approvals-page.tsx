// Everything that waits for a second user: of the operator and of all merchants.
import { t } from '../../language/text.ts'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { OperatorApprovals } from './approval-requests-part.tsx'

export function ApprovalsPage() {
  return (
    <Page
      title={t('Approvals')}
      description={t('Changes and access that another user has requested. You cannot approve your own requests.')}
    >
      <OperatorApprovals
        refreshes={['/links', '/merchants', '/users']}
        empty={
          <EmptyState icon="review" title={t('No requests')}>
            {t('Requests for credentials, changes of controls, routes and acquirer links appear here.')}
          </EmptyState>
        }
      />
    </Page>
  )
}
