// The actions on a user, each confirmed first.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ChangedUserBody,
  EndedSessionsBody,
  NewPasswordBody,
} from '../../../../../src/console/response-bodies/users.ts'
import type { ServiceCall } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import type { UserDetails } from '../../session/session.ts'
import { useCurrentSession } from '../../session/session-context.tsx'
import { approvalNotice, approvalPaths } from './approval-notice.ts'
import type { NewPassword } from './new-password.ts'

interface UserAction {
  readonly label: string
  readonly about: string
  readonly done: string
  readonly call: Omit<ServiceCall, 'path'> & { readonly below?: string }
  readonly isDangerous?: true
  readonly isOffered: (user: UserDetails) => boolean
}

const userActions: readonly UserAction[] = [
  {
    label: t('Reset password'),
    about: t(
      'The current password stops working and all sessions end. You get an initial password to pass on, which must be changed at the next sign-in.',
    ),
    done: t('The password was reset.'),
    call: { method: 'POST', below: '/password' },
    isOffered: () => true,
  },
  {
    label: t('Reset second factor'),
    about: t(
      'Use this if the user has lost their device. All sessions end, and the next sign-in requires only the password.',
    ),
    done: t('The second factor was reset.'),
    call: { method: 'DELETE', below: '/second-factor' },
    isOffered: ({ hasSecondFactor }) => hasSecondFactor,
  },
  {
    label: t('Unlock'),
    about: t(
      'After too many failed attempts, sign-in is blocked for a while. This lets the user try again immediately, from any device.',
    ),
    done: t('The user was unlocked.'),
    call: { method: 'DELETE', below: '/lock' },
    isOffered: ({ lockedUntil }) => lockedUntil !== undefined,
  },
  {
    label: t('Sign out everywhere'),
    about: t('All sessions of the user end.'),
    done: t('The user was signed out.'),
    call: { method: 'DELETE', below: '/console-sessions' },
    isOffered: () => true,
  },
  {
    label: t('Disable'),
    about: t('All sessions end, and the user cannot sign in until enabled again.'),
    done: t('The user was disabled.'),
    call: { method: 'PUT', body: { isEnabled: false } },
    isDangerous: true,
    isOffered: ({ isEnabled }) => isEnabled,
  },
  {
    label: t('Enable'),
    about: t('The user can sign in again.'),
    done: t('The user was enabled.'),
    call: { method: 'PUT', body: { isEnabled: true } },
    isOffered: ({ isEnabled }) => !isEnabled,
  },
  {
    label: t('Remove'),
    about: t('The user is permanently removed. Their actions stay in the audit log.'),
    done: t('The user was removed.'),
    call: { method: 'DELETE' },
    isDangerous: true,
    isOffered: () => true,
  },
]

interface MenuProps {
  readonly user: UserDetails
  readonly service: string
  readonly onEdit: () => void
  readonly onPasswordMade: (made: NewPassword) => void
}

export function UserActionsMenu({ user, service, onEdit, onPasswordMade }: MenuProps) {
  const { user: me } = useCurrentSession()
  const [action, setAction] = useState<UserAction>()
  // Users cannot do these to themselves; the account page is for that.
  if (me.login === user.login && me.merchantId === user.merchantId) return null
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Actions for {name}', { name: user.name })}>
            <Icon name="settings" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>{t('Edit name and permissions')}</Menu.Item>
          {userActions
            .filter(({ isOffered }) => isOffered(user))
            .map((each) => (
              <Menu.Item key={each.label} onClick={() => setAction(each)} {...(each.isDangerous && { color: 'red' })}>
                {each.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {action && (
        <UserActionDialog
          action={action}
          user={user}
          service={service}
          onClose={() => setAction(undefined)}
          onPasswordMade={onPasswordMade}
        />
      )}
    </>
  )
}

interface UserActionProps extends Omit<MenuProps, 'onEdit'> {
  readonly action: UserAction
  readonly onClose: () => void
}

function UserActionDialog({ action, user, service, onClose, onPasswordMade }: UserActionProps) {
  const { below = '', ...call } = action.call
  const doing = useChange<NewPasswordBody | EndedSessionsBody | ChangedUserBody | undefined>(
    () => ({ ...call, path: `${service}/${encodeURIComponent(user.login)}${below}` }),
    {
      refreshes: [service, ...approvalPaths(service)],
      onDone(answer) {
        onClose()
        if (answer && 'requestId' in answer) notifySuccess(approvalNotice())
        if (answer && 'password' in answer) onPasswordMade(answer)
        else notifySuccess(action.done)
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('{action}: {name}', { action: action.label, name: user.name })}
      confirm={action.label}
      onConfirm={() => doing.mutate()}
      isBusy={doing.isPending}
      isDangerous={action.isDangerous ?? false}
      error={doing.error}
    >
      <Text fz="sm">{action.about}</Text>
    </ConfirmDialog>
  )
}
