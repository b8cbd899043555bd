// On to the next page of a list and back; and all of it as a file.
import { Button, Group } from '@mantine/core'
import { type Query, serviceUrl } from '../api/client.ts'
import { Icon } from './icon.tsx'
import type { PagePosition } from './url-filters.ts'

export function Paging({
  position,
  next,
}: {
  readonly position: PagePosition
  readonly next: string | null | undefined
}) {
  if (position.isFirst && !next) return null
  return (
    <Group component="nav" justify="space-between" aria-label="Pages">
      <Button
        variant="default"
        disabled={position.isFirst}
        onClick={position.toPrevious}
        leftSection={<Icon name="arrowLeft" size={16} />}
      >
        Previous
      </Button>
      <Button
        variant="default"
        disabled={!next}
        onClick={() => next && position.toNext(next)}
        rightSection={<Icon name="arrowRight" size={16} />}
      >
        Next
      </Button>
    </Group>
  )
}

/** A link that the browser saves: the file may be long, and nothing of it has to fit into the page. */
export function CsvButton({ path, query = {} }: { readonly path: string; readonly query?: Query }) {
  const { after: _, ...wanted } = query as Query & { readonly after?: string }
  return (
    <Button
      component="a"
      href={serviceUrl(path, wanted)}
      download
      variant="default"
      leftSection={<Icon name="download" size={16} />}
    >
      CSV
    </Button>
  )
}
