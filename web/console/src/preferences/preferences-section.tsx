// The user's language and time zone, and the way to their shortcuts, on the page of their account.
import { Button, Select, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { consoleLanguages, zoneOfBrowser } from '../../../../src/users/rules/preferences.ts'
import { timeZones, zoneText } from '../format/zone.ts'
import { type ConsoleLanguage, isLanguage, languageNames } from '../language/languages.ts'
import { language, t } from '../language/text.ts'
import { Section } from '../parts/page.tsx'
import { useChangePreferences, usePreferences } from './use-preferences.ts'

export function PreferencesSection() {
  const { timeZone = zoneOfBrowser } = usePreferences()
  const change = useChangePreferences()
  return (
    <Section title={t('Preferences')}>
      <Stack gap="md" align="start">
        <Select
          label={t('Language')}
          description={t('Of this console. Choosing one loads the page again.')}
          w="100%"
          maw={360}
          allowDeselect={false}
          data={consoleLanguages.map((value) => ({ value, label: languageNames[value] }))}
          value={language()}
          onChange={(chosen) => isLanguage(chosen ?? undefined) && change({ language: chosen as ConsoleLanguage })}
        />
        <Select
          label={t('Time zone')}
          description={t('Times are shown in this zone, and days begin in it. Now: {zone}', { zone: zoneText() })}
          w="100%"
          maw={360}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t('No matching time zones')}
          data={[
            { value: zoneOfBrowser, label: t('As this browser') },
            ...timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          value={timeZone}
          onChange={(zone) => change({ timeZone: zone ?? zoneOfBrowser })}
        />
        <Button component={Link} href="/shortcuts" variant="default">
          {t('Keyboard shortcuts')}
        </Button>
      </Stack>
    </Section>
  )
}
