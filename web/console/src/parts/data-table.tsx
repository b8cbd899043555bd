// A list as a table, and on a phone as cards.
import { Anchor, Stack, Table, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ErrorState, Loading } from './states.tsx'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Amounts and counts stand at the right. */
  readonly isNumber?: true
  /** Left out on screens that are not wide. */
  readonly isMinor?: true
}

interface DataTableProps<Row> {
  /** Read to those who cannot see: what the list is of. */
  readonly caption: string
  /** Visible, where a page has several lists. */
  readonly isTitled?: boolean
  /** The first names the row, and is its link when there is one. */
  readonly columns: readonly [Column<Row>, ...(readonly Column<Row>[])]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Where a click on the row leads. */
  readonly linkOf?: (row: Row) => string
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode
  readonly empty: ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Another page or filter is on its way. */
  readonly isStale?: boolean
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isTitled, rows, error, onRetry, empty, isStale = false } = props
  const { ref, scrolling } = useScrolling(caption)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <div
      ref={ref}
      className={`paper table-paper ${isStale ? 'is-stale' : ''}`}
      aria-busy={isStale || (rows === undefined && !error)}
      {...scrolling}
    >
      {isTitled && (
        <Title order={2} fz="md" px={isNarrow ? 'md' : 'sm'} pt="md" pb={4}>
          {caption}
        </Title>
      )}
      {/* Heard when a filter or another page has changed what is listed. */}
      <VisuallyHidden role="status">{rows && !isStale ? `${caption}: ${rows.length} shown` : ''}</VisuallyHidden>
      {error && !rows ? (
        <ErrorState error={error} {...(onRetry && { onRetry })} />
      ) : !rows ? (
        <Loading lines={8} />
      ) : rows.length === 0 ? (
        empty
      ) : isNarrow ? (
        <Cards {...props} rows={rows} />
      ) : (
        <Rows {...props} rows={rows} />
      )}
    </div>
  )
}

/** What does not fit is scrolled, also by keyboard; what fits needs no stop on the way through the page. */
export function useScrolling(caption: string) {
  const ref = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current) return undefined
    const observer = new ResizeObserver(() => setIsScrolled(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  })
  return { ref, scrolling: isScrolled ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {} }
}

type FilledTableProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] }

function Rows<Row>({ caption, columns, rows, keyOf, linkOf, actions }: FilledTableProps<Row>) {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const [first, ...others] = columns
  const shown = others.filter(({ isMinor }) => isWide || !isMinor)
  return (
    <Table>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <Table.Thead>
        <Table.Tr>
          {[first, ...shown].map(({ title, isNumber }) => (
            <Table.Th key={title} ta={isNumber ? 'right' : 'left'} scope="col">
              {title}
            </Table.Th>
          ))}
          {actions && (
            <Table.Th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} className={linkOf ? 'row-link' : ''}>
            <Table.Td ta={first.isNumber ? 'right' : 'left'}>
              <NameCell row={row} column={first} {...(linkOf && { linkOf })} />
            </Table.Td>
            {shown.map(({ title, cell, isNumber }) => (
              <Table.Td key={title} ta={isNumber ? 'right' : 'left'}>
                {cell(row)}
              </Table.Td>
            ))}
            {actions && <Table.Td ta="right">{actions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cards<Row>({ caption, columns, rows, keyOf, linkOf, actions }: FilledTableProps<Row>) {
  const [first, ...others] = columns
  return (
    <ul className="plain-list" aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={`card-row ${linkOf ? 'row-link' : ''}`}>
          <Stack gap={6} p="md">
            <NameCell row={row} column={first} {...(linkOf && { linkOf })} />
            {others.map(({ title, cell }) => (
              <div className="card-line" key={title}>
                <span>{title}</span>
                <span>{cell(row)}</span>
              </div>
            ))}
            {actions && <div>{actions(row)}</div>}
          </Stack>
        </li>
      ))}
    </ul>
  )
}

interface NameCellProps<Row> {
  readonly row: Row
  readonly column: Column<Row>
  readonly linkOf?: (row: Row) => string
}

function NameCell<Row>({ row, column, linkOf }: NameCellProps<Row>) {
  if (!linkOf) return <strong>{column.cell(row)}</strong>
  return (
    <Anchor component={Link} href={linkOf(row)} className="reaching" fw={600} underline="never" inherit>
      {column.cell(row)}
    </Anchor>
  )
}
