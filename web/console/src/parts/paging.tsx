// On to the next page of a list and back; and all of it as a file.
import { Button, Group, Text } from '@mantine/core'
import { type Query, serviceUrl } from '../api/client.ts'
import { t } from '../language/text.ts'
import { Icon } from './icon.tsx'
import type { PagePosition } from './url-filters.ts'

interface PagingProps {
  readonly position: PagePosition
  readonly next: string | null | undefined
  /** How many rows the page shows, and how many there are. */
  readonly shown?: number | undefined
  readonly total?: Total | undefined
}

interface Total {
  readonly count: number
  readonly isMore: boolean
}

/** Of the service. */
const pageLength = 25

export function Paging({ position, next, shown = 0, total }: PagingProps) {
  const range = total && shown > 0 ? rangeText(position, shown, total) : undefined
  if (position.isFirst && !next)
    return range === undefined ? null : (
      <Text c="dimmed" fz="sm" className="numbers">
        {range}
      </Text>
    )
  return (
    <Group component="nav" justify="space-between" aria-label={t('Pages of the list')}>
      <Button
        variant="default"
        disabled={position.isFirst}
        onClick={position.toPrevious}
        leftSection={<Icon name="arrowLeft" size={16} />}
      >
        {t('Previous')}
      </Button>
      {range !== undefined && (
        <Text c="dimmed" fz="sm" className="numbers">
          {range}
        </Text>
      )}
      <Button
        variant="default"
        disabled={!next}
        onClick={() => next && position.toNext(next)}
        rightSection={<Icon name="arrowRight" size={16} />}
      >
        {t('Next')}
      </Button>
    </Group>
  )
}

/** "26–50 of 98", "1–25 of more than 10,000". */
function rangeText({ pagesBefore }: PagePosition, shown: number, { count, isMore }: Total): string {
  if (pagesBefore === undefined)
    return isMore ? t('{shown} of more than {count}', { shown, count }) : t('{shown} of {count}', { shown, count })
  const first = pagesBefore * pageLength + 1
  const range = { first, last: first + shown - 1, count }
  return isMore ? t('{first}–{last} of more than {count}', range) : t('{first}–{last} of {count}', range)
}

interface CsvButtonProps {
  readonly path: string
  readonly query?: Query
  /** Beside what is selected. */
  readonly isSmall?: boolean
}

/** A link that the browser saves: the file may be long, and nothing of it has to fit into the page. */
export function CsvButton({ path, query = {}, isSmall = false }: CsvButtonProps) {
  const { after: _, ...wanted } = query as Query & { readonly after?: string }
  return (
    <Button
      component="a"
      href={serviceUrl(path, wanted)}
      download
      variant="default"
      size={isSmall ? 'xs' : 'sm'}
      leftSection={<Icon name="download" size={isSmall ? 14 : 16} />}
    >
      {isSmall ? t('Export as CSV') : 'CSV'}
    </Button>
  )
}
