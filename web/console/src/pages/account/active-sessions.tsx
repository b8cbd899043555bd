// The active sessions of the user, and signing out of all of them.
import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SessionListBody } from '../../../../../src/console/response-bodies/users.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useSignOut } from '../../session/sign-out.ts'

export function ActiveSessions() {
  const { data, error, refetch } = useRead<SessionListBody>('/console-sessions')
  const [isAsking, asking] = useDisclosure(false)
  const signOut = useSignOut('/console-sessions')
  return (
    <>
      <DataTable
        caption={t('Active sessions')}
        isTitled
        rows={data?.consoleSessions}
        error={error}
        onRetry={() => void refetch()}
        keyOf={({ consoleSessionId }) => consoleSessionId}
        columns={[
          {
            title: english('Signed in'),
            cell: ({ createdAt, consoleSessionId }) => (
              <>
                <Time at={createdAt} />{' '}
                {consoleSessionId === data?.here && <Badge size="sm">{t('This session')}</Badge>}
              </>
            ),
          },
          { title: english('Last active'), cell: ({ seenAt }) => <Time at={seenAt} isRelative /> },
          {
            title: english('Second factor verified'),
            cell: ({ secondFactorAt }) => <Time at={secondFactorAt} isRelative />,
          },
          { title: english('Expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        ]}
        empty={<EmptyState icon="lock" title={t('No active sessions')} />}
      />
      <div>
        <Button variant="default" onClick={asking.open}>
          {t('Sign out everywhere')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={t('Sign out everywhere?')}
        confirm={t('Sign out everywhere')}
        onConfirm={() => signOut.mutate()}
        isBusy={signOut.isPending}
      >
        <Text fz="sm">{t('This ends all your sessions, including this one.')}</Text>
      </ConfirmDialog>
    </>
  )
}
