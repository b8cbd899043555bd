// Who is signed in, the way to their account, the theme, and the way out.
import {
  ActionIcon,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from 'wouter'
import { t } from '../language/text.ts'
import { Icon } from '../parts/icon.tsx'
import { useCurrentSession } from '../session/session-context.tsx'
import { useSignOut } from '../session/sign-out.ts'

export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  const label = other === 'dark' ? t('Switch to dark theme') : t('Switch to light theme')
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={() => setColorScheme(other)} aria-label={label}>
        <Icon name={other === 'dark' ? 'moon' : 'sun'} />
      </ActionIcon>
    </Tooltip>
  )
}

export function UserMenu() {
  const { user } = useCurrentSession()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className="user">
          <span className="user-mark" aria-hidden="true">
            {user.name.charAt(0).toUpperCase()}
          </span>
          <Text fz="sm" fw={500} className="user-name">
            {user.name}
          </Text>
          <VisuallyHidden>{t('Account and sign-out')}</VisuallyHidden>
          <Icon name="chevronDown" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Signed in as {login}', { login: user.login })}</Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<Icon name="user" size={16} />}>
          {t('Your account')}
        </Menu.Item>
        <Menu.Item component={Link} href="/shortcuts" leftSection={<Icon name="keyboard" size={16} />}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<Icon name="signOut" size={16} />}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
