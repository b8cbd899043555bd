// What can be done about a person, each with a question first.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type { Call } from '../../api/client.ts'
import { useChange } from '../../api/queries.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { tellDone } from '../../parts/notify.ts'
import type { SeenPerson } from '../../session/session.ts'
import { useSession } from '../../session/session-context.tsx'
import type { PasswordMade } from './new-password.ts'

interface Deed {
  readonly label: string
  readonly about: string
  readonly done: string
  readonly call: Omit<Call, 'path'> & { readonly below?: string }
  readonly isDangerous?: true
  readonly isOffered: (person: SeenPerson) => boolean
}

const deeds: readonly Deed[] = [
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
  readonly person: SeenPerson
  readonly service: string
  readonly onEdit: () => void
  readonly onPasswordMade: (made: PasswordMade) => void
}

export function PersonMenu({ person, service, onEdit, onPasswordMade }: MenuProps) {
  const { person: me } = useSession()
  const [deed, setDeed] = useState<Deed>()
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
          {deeds
            .filter(({ isOffered }) => isOffered(person))
            .map((each) => (
              <Menu.Item key={each.label} onClick={() => setDeed(each)} {...(each.isDangerous && { color: 'red' })}>
                {each.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {deed && (
        <Doing
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

interface DoingProps extends Omit<MenuProps, 'onEdit'> {
  readonly deed: Deed
  readonly onClose: () => void
}

function Doing({ deed, person, service, onClose, onPasswordMade }: DoingProps) {
  const { below = '', ...call } = deed.call
  const doing = useChange<PasswordMade | object | undefined>(
    () => ({ ...call, path: `${service}/${encodeURIComponent(person.login)}${below}` }),
    {
      refreshes: [service],
      onDone(answer) {
        onClose()
        if (answer && 'password' in answer) onPasswordMade(answer)
        else tellDone(deed.done)
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
