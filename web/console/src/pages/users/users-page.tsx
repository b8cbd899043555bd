// Users: who they are, what they may do, and their way back in. A merchant's, or the operator's own.
import { Badge, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { UserListBody } from '../../../../../src/console/response-bodies/users.ts'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { roleLabel } from '../../format/permissions.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import type { UserDetails } from '../../session/session.ts'
import { useCurrentSession } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { MerchantApprovals, OperatorApprovals } from '../approvals/approval-requests-part.tsx'
import type { NewPassword } from './new-password.ts'
import { UserActionsMenu } from './user-actions-menu.tsx'
import { operatorUsersPath, UserForm } from './user-form.tsx'

export function MerchantUsers() {
  const merchantId = useMerchantId()
  const service = path`/merchants/${merchantId}/users`
  return (
    <Users
      title={t('Users')}
      service={service}
      approvals={<MerchantApprovals kinds={['PERMISSIONS']} refreshes={[service]} />}
    />
  )
}

export function OperatorUsers() {
  return (
    <Users
      title={t('Operator users')}
      service={operatorUsersPath}
      approvals={<OperatorApprovals kinds={['PERMISSIONS']} refreshes={[operatorUsersPath]} />}
    />
  )
}

const emailColumn: Column<UserDetails> = {
  title: english('E-mail'),
  cell: ({ email }) =>
    email ? (
      <Group gap="xs">
        {email.address}
        {!email.isConfirmed && <StatusBadge status="PENDING">{t('Not confirmed')}</StatusBadge>}
      </Group>
    ) : (
      <NoValue />
    ),
  isMinor: true,
}

interface UsersProps {
  readonly title: string
  readonly service: string
  /** Permissions that wait for a second user. */
  readonly approvals: ReactNode
}

function Users({ title, service, approvals }: UsersProps) {
  const { user: me } = useCurrentSession()
  const { data, error, refetch } = useRead<UserListBody>(service)
  const [edited, setEdited] = useState<UserDetails | 'NEW'>()
  const [made, setMade] = useState<NewPassword>()
  const add = (
    <Button onClick={() => setEdited('NEW')} leftSection={<Icon name="plus" size={16} />}>
      {t('Add user')}
    </Button>
  )
  return (
    <Page
      title={title}
      description={t('Users who can sign in to the console, and their permissions.')}
      actions={
        <>
          <CsvButton path={`${service}.csv`} />
          {add}
        </>
      }
    >
      {data && approvals}
      <DataTable
        caption={title}
        rows={data?.users}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ login }) => login}
        columns={[
          {
            title: english('Name'),
            cell: ({ name, login, merchantId }) => (
              <Group gap="xs">
                {name}
                {login === me.login && merchantId === me.merchantId && <Badge size="sm">{t('You')}</Badge>}
              </Group>
            ),
          },
          { title: english('Login'), cell: ({ login }) => <span className="code">{login}</span> },
          { title: english('Permissions'), cell: ({ permissions }) => roleLabel(permissions) },
          { title: english('Status'), cell: (user) => <UserStatus user={user} /> },
          {
            title: english('Second factor'),
            cell: ({ hasSecondFactor }) => (hasSecondFactor ? t('Set up||done') : t('None')),
            isMinor: true,
          },
          emailColumn,
          {
            title: english('Last signed in'),
            cell: ({ lastSignInAt }) => <Time at={lastSignInAt} isRelative />,
            isMinor: true,
          },
        ]}
        actions={(user) => (
          <UserActionsMenu user={user} service={service} onEdit={() => setEdited(user)} onPasswordMade={setMade} />
        )}
        empty={
          <EmptyState icon="users" title={t('No users yet')} action={add}>
            {t('Users you add appear here. Each signs in with an initial password and must change it immediately.')}
          </EmptyState>
        }
      />
      {edited && (
        <UserForm
          service={service}
          user={edited === 'NEW' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onPasswordMade={setMade}
        />
      )}
      <SecretDialog
        title={t('Password of {name}', { name: made?.user.name ?? '' })}
        label={t('Initial password of {login}, to be changed at the next sign-in', { login: made?.user.login ?? '' })}
        secret={made?.password}
        onClose={() => setMade(undefined)}
      />
    </Page>
  )
}

function UserStatus({ user: { isEnabled, lockedUntil, mustChangePassword } }: { readonly user: UserDetails }) {
  if (!isEnabled) return <StatusBadge status="DISABLED" />
  if (lockedUntil !== undefined && Date.parse(lockedUntil) > Date.now()) return <StatusBadge status="LOCKED" />
  if (mustChangePassword) return <StatusBadge status="PENDING">{t('Initial password')}</StatusBadge>
  return <StatusBadge status="ENABLED">{t('Active')}</StatusBadge>
}
