// Recovery codes as they are shown, once.
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { t } from '../language/text.ts'
import { CopyButton } from '../parts/values.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  return (
    <Stack gap="md" role="group" aria-label={t('Recovery codes')}>
      <Text fz="sm">
        {t(
          'Store these recovery codes away from your device, for example in a password manager or on paper. Each replaces a code of your authenticator app once. They are not shown again.',
        )}
      </Text>
      <SimpleGrid component="ol" cols={2} spacing="xs" className="code-list" data-secret>
        {codes.map((code) => (
          <li key={code} className="code" dir="ltr">
            {code}
          </li>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <CopyButton value={codes.join('\n')} label={t('Copy all codes')} />
        <Button onClick={onStored}>{t('I have saved the codes')}</Button>
      </Group>
    </Stack>
  )
}
