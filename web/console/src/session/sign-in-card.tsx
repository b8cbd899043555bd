// The card in the middle of an otherwise empty window: signing in, and what comes before anything else.
import './entrance.css'
import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface CardProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children: ReactNode
  /** Outside the card. */
  readonly below?: ReactNode
}

export function SignInCard({ title, about, children, below }: CardProps) {
  useEffect(() => {
    document.title = `${title} · Tollgate`
  }, [title])
  return (
    <main className="sign-in">
      <div className="paper entrance">
        <Group gap="sm" mb="lg">
          <img src="/console/mark.svg" width={36} height={36} alt="" />
          <Text fw={650} fz="lg">
            Tollgate
          </Text>
        </Group>
        <Stack gap="md">
          <div>
            <Title order={1} fz={22}>
              {title}
            </Title>
            {about && (
              <Text c="dimmed" fz="sm" mt={4}>
                {about}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </div>
      {below}
    </main>
  )
}
