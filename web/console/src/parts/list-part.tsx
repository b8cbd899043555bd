// A list that shares its page with others: a heading and buttons above the list's own paper.
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface ListPartProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function ListPart({ title, description, actions, children }: ListPartProps) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between" align="end" gap="sm">
        <div>
          <Title order={2} fz="md">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" fz="sm" component="div" maw={640}>
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
