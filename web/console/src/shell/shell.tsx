// What surrounds every page: the bar at the top, the navigation beside or above, and the page.
import './shell.css'
import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'wouter'
import { useCurrentSession } from '../session/session-context.tsx'
import { homeOf } from './home.ts'
import { MerchantSwitch } from './merchant-switch.tsx'
import { Navigation } from './navigation.tsx'
import { Routes } from './routes.tsx'
import { ThemeSwitch, UserMenu } from './user-menu.tsx'

export function Shell() {
  const session = useCurrentSession()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a href="#page" className="skip-link">
        Skip to content
      </a>
      <AppShell.Header className="bar">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
              aria-expanded={isOpen}
            />
            <Link href={homeOf(session)} className="brand" onClick={close}>
              <img src="/console/mark.svg" width={28} height={28} alt="" />
              <Text fw={650} span>
                Tollgate
              </Text>
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ThemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="side" aria-label="Pages">
        <AppShell.Section mb="md">
          <MerchantSwitch onGo={close} />
        </AppShell.Section>
        <AppShell.Section grow className="side-list">
          <Navigation onGo={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className="page">
        <div className="page-width">
          <Routes />
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
