// Adding a user, or changing the name and permissions of one.
import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ChangedUserBody, NewPasswordBody } from '../../../../../src/console/response-bodies/users.ts'
import { type Permission, permissions, type Role, roles } from '../../../../../src/kernel/user.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { permissionLabels, roleOf } from '../../format/permissions.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import type { UserDetails } from '../../session/session.ts'
import { approvalNotice, approvalPaths } from './approval-notice.ts'
import type { NewPassword } from './new-password.ts'

interface FormProps {
  readonly service: string
  /** Undefined for a new one. */
  readonly user: UserDetails | undefined
  readonly onClose: () => void
  readonly onPasswordMade: (made: NewPassword) => void
}

const ownChoice = 'OWN'

export const operatorUsersPath = '/users'

export function UserForm({ service, user, onClose, onPasswordMade }: FormProps) {
  const [login, setLogin] = useState(user?.login ?? '')
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email?.address ?? '')
  const [held, setHeld] = useState<readonly Permission[]>(user?.permissions ?? roles.VIEWER)
  const details = { name, permissions: held, email: email.trim() }
  const saving = useChange<NewPasswordBody | ChangedUserBody>(
    () =>
      user
        ? { method: 'PUT', path: `${service}/${encodeURIComponent(user.login)}`, body: details }
        : { method: 'POST', path: service, body: { login: login.trim(), ...details } },
    {
      refreshes: [service, ...approvalPaths(service)],
      onDone(answer) {
        onClose()
        if (answer.requestId !== undefined) notifySuccess(approvalNotice())
        if ('password' in answer) onPasswordMade(answer)
        else if (answer.requestId === undefined) notifySuccess(t('{name} was updated.', { name: answer.name }))
      },
    },
  )
  const loginProblem = fieldProblem(saving.error, 'login')
  const nameProblem = fieldProblem(saving.error, 'name')
  const emailProblem = fieldProblem(saving.error, 'email')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={user ? t('Edit {name}', { name: user.name }) : t('Add user')}
      confirm={user ? t('Save') : t('Add')}
      onConfirm={() => saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={held.length === 0}
      error={loginProblem || nameProblem || emailProblem ? undefined : saving.error}
    >
      {!user && (
        <TextInput
          label={t('Login')}
          description={t('Lowercase letters, digits and . - _ @')}
          value={login}
          onChange={({ currentTarget }) => setLogin(currentTarget.value.toLowerCase())}
          autoComplete="off"
          error={loginProblem}
          required
          data-autofocus
        />
      )}
      <TextInput
        label={t('Name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        autoComplete="off"
        error={nameProblem}
        required
      />
      <TextInput
        type="email"
        label={t('E-mail address')}
        description={t('Alerts are sent there once the user has confirmed it.')}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        autoComplete="off"
        error={emailProblem}
      />
      <Select
        label={t('Role')}
        data={[
          ...Object.keys(roles).map((role) => ({ value: role, label: codeText(role) })),
          { value: ownChoice, label: t('Custom') },
        ]}
        value={roleOf(held) ?? ownChoice}
        onChange={(role) => {
          if (role && role in roles) setHeld(roles[role as Role])
        }}
        allowDeselect={false}
      />
      <Checkbox.Group label={t('Permissions')} value={[...held]} onChange={(chosen) => setHeld(chosen as Permission[])}>
        <SimpleGrid cols={1} spacing="xs" mt="xs">
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={permissionLabels[permission].name}
              description={permissionLabels[permission].about}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </ConfirmDialog>
  )
}
