// What surrounds every page: the bar at the top, the navigation beside or above, and the page.

import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { zoneText } from '../format/zone.ts'
import { t } from '../language/text.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { SearchField } from '../search/search-field.tsx'
import { useCurrentSession } from '../session/session-context.tsx'
import { AlertsButton } from './alerts-button.tsx'
import { homeOf } from './home.ts'
import { useKeyShortcuts } from './key-shortcuts.ts'
import { MerchantSwitch } from './merchant-switch.tsx'
import { Navigation } from './navigation.tsx'
import { Routes } from './routes.tsx'
import { ShortcutHelpContext } from './shortcut-help.ts'
import { ThemeSwitch, UserMenu } from './user-menu.tsx'

export function Shell() {
  const session = useCurrentSession()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [isSearching, search] = useDisclosure(false)
  const [place, navigate] = useLocation()
  // Also one that a search, the menu of the user or the way back leads to: on a phone the navigation would lie above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens at another place
  useEffect(close, [place])
  const { timeZone } = usePreferences()
  const shortcuts = useKeyShortcuts({ onSearch: search.open, onHelp: () => navigate('/shortcuts') })
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a href="#page" className="skip-link">
        {t('Skip to content')}
      </a>
      <AppShell.Header className="bar">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? t('Close navigation') : t('Open navigation')}
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
            <SearchField isOpen={isSearching} onOpen={search.open} onClose={search.close} />
            <AlertsButton />
            <ThemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className="side" aria-label={t('Pages')}>
        <AppShell.Section mb="md">
          <MerchantSwitch onGo={close} />
        </AppShell.Section>
        <AppShell.Section grow className="side-list">
          <Navigation onGo={close} />
        </AppShell.Section>
        <AppShell.Section>
          <Link href="/account" className="zone-note" onClick={close}>
            {t('Times in {zone}', { zone: zoneText() })}
          </Link>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className="page">
        <div className="page-width">
          {/* In another zone everything is shown again. */}
          <ShortcutHelpContext value={shortcuts}>
            <Routes key={timeZone ?? ''} />
          </ShortcutHelpContext>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
