// What is shown while there is nothing to show: empty, loading, gone wrong.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiProblem, problemText } from '../api/problem.ts'
import { t } from '../language/text.ts'
import { Icon, type IconName } from './icon.tsx'
import { LinesSkeleton, Loading } from './skeletons.tsx'

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

function State({ icon, title, children, action }: StateProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={48} ta="center">
      <div className="state-icon">
        <Icon name={icon} size={24} />
      </div>
      <Title order={2} fz="md">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" fz="sm" maw={440}>
          {children}
        </Text>
      )}
      {action && <Group mt="xs">{action}</Group>}
    </Stack>
  )
}

/** Nothing there: says what would be, and how it gets there. */
export function EmptyState({ icon = 'search', ...rest }: Omit<StateProps, 'icon'> & { readonly icon?: IconName }) {
  return <State icon={icon} {...rest} />
}

interface ErrorProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ error, onRetry }: ErrorProps) {
  const status = error instanceof ApiProblem ? error.status : undefined
  const title = status === 404 ? t('Not found') : status === 403 ? t('Access denied') : t('Something went wrong')
  return (
    <div role="alert">
      <State
        icon="alert"
        title={title}
        action={
          onRetry &&
          status !== 404 &&
          status !== 403 && (
            <Button variant="default" onClick={onRetry} leftSection={<Icon name="refresh" size={16} />}>
              {t('Try again')}
            </Button>
          )
        }
      >
        {problemText(error)}
      </State>
    </div>
  )
}

interface QueryContentProps<T> {
  readonly reading: {
    readonly data: T | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly children: (data: T) => ReactNode
  readonly lines?: number
  /** In place of lines: blocks like the parts that will be there. */
  readonly skeleton?: ReactNode
}

/** What was read, or why it is not there (yet): <Read reading={useRead<Batch>(...)}>{(batch) => ...}</Read> */
export function QueryContent<T>({ reading, children, lines = 6, skeleton }: QueryContentProps<T>) {
  if (reading.data !== undefined) return children(reading.data)
  if (reading.error) return <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />
  return <Loading>{skeleton ?? <LinesSkeleton lines={lines} />}</Loading>
}
