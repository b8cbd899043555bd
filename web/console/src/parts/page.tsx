// The frame of every page: its title, which screen readers read first, its buttons, and its papers.
import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

interface PageProps {
  readonly title: string
  /** A line below the title. */
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The first page of a visit does not move the focus to its title. */
let hasMoved = false

export function Page({ title, description, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Tollgate`
  }, [title])
  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true })
    hasMoved = true
  }, [])
  return (
    <Stack gap="lg">
      <div className="page-head">
        <div>
          <Title order={1} fz={24} ref={heading} tabIndex={-1} className="page-title">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" fz="sm" mt={4} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </div>
      {children}
    </Stack>
  )
}

interface SectionProps {
  readonly title?: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section of a page on its own card. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className="paper section" {...(title !== undefined && { 'aria-label': title })}>
      {(title || actions) && (
        <Group justify="space-between" mb="md" align="start">
          <div>
            {title && (
              <Title order={2} fz="md">
                {title}
              </Title>
            )}
            {description && (
              <Text c="dimmed" fz="sm" component="div">
                {description}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </section>
  )
}
