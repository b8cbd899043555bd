// What a merchant gives the wallet's company for a key, to copy or to save as a file.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { KeyRegistrationBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { CopyButton } from '../../parts/values.tsx'

interface Props {
  readonly registration: KeyRegistrationBody
  readonly onClose: () => void
}

export function Registration({ registration: { kind, text }, onClose }: Props) {
  const isRequest = kind === 'SIGNING_REQUEST'
  const label = isRequest ? t('Signing request') : t('Public key')
  return (
    <Stack gap="md">
      <Text fz="sm">
        {isRequest
          ? t('Upload this signing request at Apple. Then upload the certificate from Apple here.')
          : t('Register this public key in the Google Pay & Wallet Console.')}
      </Text>
      <TextBlock label={label}>{text}</TextBlock>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <CopyButton value={text} label={t('Copy: {label}', { label })} />
          {isRequest && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => saveFile(text, 'tollgate.certSigningRequest')}
            >
              {t('Save as a file')}
            </Button>
          )}
        </Group>
        <Button onClick={onClose}>{t('Close')}</Button>
      </Group>
    </Stack>
  )
}

function saveFile(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/pkcs10' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
