// What can be done about a person, each with a question first.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type { ServiceCall } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import type { UserDetails } from '../../session/session.ts'
import { useCurrentSession } from '../../session/session-context.tsx'
import type { NewPassword } from './new-password.ts'

interface UserAction {
  readonly label: string
  readonly about: string
  readonly done: string
  readonly call: Omit<ServiceCall, 'path'> & { readonly below?: string }
  readonly isDangerous?: true
  readonly isOffered: (person: UserDetails) => boolean
}

const userActions: readonly UserAction[] = [
  {
    label: 'New password',
    about:
      'The present password and all logins end. You are told a password to hand over, to be changed at the next sign-in.',
    done: 'A new password was made.',
    call: { method: 'POST', below: '/password' },
    isOffered: () => true,
  },
  {
    label: 'Take away second factor',
    about: 'For who has lost the device. All logins end, and the next sign-in asks for the password alone.',
    done: 'The second factor was taken away.',
    call: { method: 'DELETE', below: '/second-factor' },
    isOffered: ({ hasSecondFactor }) => hasSecondFactor,
  },
  {
    label: 'Unlock',
    about:
      'After too many failures a network or browser has to wait. This lets the person try again at once, from anywhere.',
    done: 'The person can try again.',
    call: { method: 'DELETE', below: '/lock' },
    isOffered: ({ lockedUntil }) => lockedUntil !== undefined,
  },
  {
    label: 'Sign out everywhere',
    about: 'All logins of the person end.',
    done: 'The person was signed out.',
    call: { method: 'DELETE', below: '/logins' },
    isOffered: () => true,
  },
  {
    label: 'Disable',
    about: 'All logins end, and the person cannot sign in until enabled again.',
    done: 'The person was disabled.',
    call: { method: 'PUT', body: { isEnabled: false } },
    isDangerous: true,
    isOffered: ({ isEnabled }) => isEnabled,
  },
  {
    label: 'Enable',
    about: 'The person can sign in again.',
    done: 'The person was enabled.',
    call: { method: 'PUT', body: { isEnabled: true } },
    isOffered: ({ isEnabled }) => !isEnabled,
  },
  {
    label: 'Remove',
    about: 'The person is gone for good; what they did stays in the audit.',
    done: 'The person was removed.',
    call: { method: 'DELETE' },
    isDangerous: true,
    isOffered: () => true,
  },
]

interface MenuProps {
  readonly person: UserDetails
  readonly service: string
  readonly onEdit: () => void
  readonly onPasswordMade: (made: NewPassword) => void
}

export function UserActionsMenu({ person, service, onEdit, onPasswordMade }: MenuProps) {
  const { person: me } = useCurrentSession()
  const [deed, setDeed] = useState<UserAction>()
  // Nobody does any of it to themselves; the account page is for that.
  if (me.login === person.login && me.merchantId === person.merchantId) return null
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`What to do about ${person.name}`}>
            <Icon name="settings" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>Change name and rights</Menu.Item>
          {userActions
            .filter(({ isOffered }) => isOffered(person))
            .map((each) => (
              <Menu.Item key={each.label} onClick={() => setDeed(each)} {...(each.isDangerous && { color: 'red' })}>
                {each.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {deed && (
        <UserActionDialog
          deed={deed}
          person={person}
          service={service}
          onClose={() => setDeed(undefined)}
          onPasswordMade={onPasswordMade}
        />
      )}
    </>
  )
}

interface UserActionProps extends Omit<MenuProps, 'onEdit'> {
  readonly deed: UserAction
  readonly onClose: () => void
}

function UserActionDialog({ deed, person, service, onClose, onPasswordMade }: UserActionProps) {
  const { below = '', ...call } = deed.call
  const doing = useChange<NewPassword | object | undefined>(
    () => ({ ...call, path: `${service}/${encodeURIComponent(person.login)}${below}` }),
    {
      refreshes: [service],
      onDone(answer) {
        onClose()
        if (answer && 'password' in answer) onPasswordMade(answer)
        else notifySuccess(deed.done)
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${deed.label}: ${person.name}`}
      confirm={deed.label}
      onConfirm={() => doing.mutate()}
      isBusy={doing.isPending}
      isDangerous={deed.isDangerous ?? false}
      error={doing.error}
    >
      <Text fz="sm">{deed.about}</Text>
    </ConfirmDialog>
  )
}
