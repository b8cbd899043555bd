// The help page of the keyboard shortcuts, and the switch that turns single keys off.
import { Switch, Table, VisuallyHidden } from '@mantine/core'
import { t } from '../../language/text.ts'
import { Page, Section } from '../../parts/page.tsx'
import { useChangePreferences, usePreferences } from '../../preferences/use-preferences.ts'
import { useShortcutHelp } from '../../shell/shortcut-help.ts'

export function ShortcutsPage() {
  const help = useShortcutHelp()
  const { hasKeyShortcuts = true } = usePreferences()
  const change = useChangePreferences()
  return (
    <Page title={t('Keyboard shortcuts')} description={t('They work while no field or dialog is in use.')}>
      <Section>
        <Switch
          mb="md"
          label={t('Shortcuts of a single key')}
          description={t('Turn them off if speech input or other tools press keys for you. Ctrl-K works in any case.')}
          checked={hasKeyShortcuts}
          onChange={({ currentTarget }) => change({ hasKeyShortcuts: currentTarget.checked })}
        />
        <Table maw={480}>
          <caption>
            <VisuallyHidden>{t('Keyboard shortcuts')}</VisuallyHidden>
          </caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Keys')}</Table.Th>
              <Table.Th scope="col">{t('Action')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {help.map(({ keys, text }) => (
              <Table.Tr key={keys}>
                <Table.Td>
                  {keys.split(' ').map((key) => (
                    <span key={key}>
                      <kbd className="key shortcut-key">{key}</kbd>{' '}
                    </span>
                  ))}
                </Table.Td>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </Page>
  )
}
