// A secret with its name and a button to copy it.
import { Group, Text } from '@mantine/core'
import { t } from '../language/text.ts'
import { CopyButton } from './values.tsx'

export function SecretLine({ label, secret }: { readonly label: string; readonly secret: string }) {
  return (
    <div>
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <span className="code" data-secret>
          {secret}
        </span>
        <CopyButton value={secret} label={t('Copy: {label}', { label })} />
      </Group>
    </div>
  )
}
