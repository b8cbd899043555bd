// A list as a table, and on a phone as cards.
import { Anchor, Table, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '../language/text.ts'
import type { TableSelection } from './selection.tsx'
import { Loading, TableSkeleton } from './skeletons.tsx'
import { ErrorState } from './states.tsx'
import { useLeftOut, useScrolling } from './table-width.ts'

export interface Column<Row> {
  /** In English, which also names the column where users' choices are stored; translated where it is shown. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Amounts and counts stand at the end. */
  readonly isNumber?: true
  /** Left out where there is no room for it, unless the user has chosen it. */
  readonly isMinor?: true
  /** Says what it is: on a phone it stands there without its title. */
  readonly isPlain?: true
  /** Shown only to users who have chosen it. */
  readonly isExtra?: true
  /** How the list is sorted by it: the first click, and the second. */
  readonly sorts?: readonly [first: string, second: string]
}

/** In what order a list is, and how to change it. */
export interface TableSorting {
  readonly value: string
  readonly set: (sort: string) => void
  /** Which of the values go upwards. */
  readonly isUp: (sort: string) => boolean
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
  readonly sorting?: TableSorting
  /** The headings that the user has chosen. */
  readonly shownColumns?: readonly string[] | undefined
  readonly selection?: TableSelection
  /** A last line, by the titles of the columns. */
  readonly totals?: Readonly<Record<string, ReactNode>>
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
      <VisuallyHidden role="status">
        {rows && !isStale ? t('{caption}: {count} shown', { caption, count: rows.length }) : ''}
      </VisuallyHidden>
      {error && !rows ? (
        <ErrorState error={error} {...(onRetry && { onRetry })} />
      ) : !rows ? (
        <Loading what={caption}>
          <TableSkeleton titles={usualTitles(props)} isNarrow={isNarrow} />
        </Loading>
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

function usualTitles<Row>({ columns, shownColumns }: DataTableProps<Row>): readonly string[] {
  const [first, ...others] = columns
  const shown = others.filter(({ title, isMinor, isExtra }) =>
    shownColumns ? shownColumns.includes(title) : !isExtra && !isMinor,
  )
  return [first, ...shown].map(({ title }) => t(title))
}

type FilledTableProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] }

function Rows<Row>(props: FilledTableProps<Row>) {
  const { caption, columns, rows, keyOf, linkOf, actions, sorting, shownColumns, selection, totals } = props
  const [first, ...others] = columns
  const usual = others.filter(({ title, isExtra }) => (shownColumns ? shownColumns.includes(title) : !isExtra))
  const minor = shownColumns ? [] : usual.filter(({ isMinor }) => isMinor)
  const { ref, leftOut, isTight } = useLeftOut(minor.length, rows)
  // The last ones first.
  const hidden = new Set(minor.slice(minor.length - leftOut))
  const shown = usual.filter((column) => !hidden.has(column))
  return (
    <Table ref={ref} {...(isTight && { 'data-tight': true })}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th scope="col" w={40}>
              {selection.boxOfAll(rows.map(keyOf))}
            </Table.Th>
          )}
          {[first, ...shown].map((column) => (
            <Heading
              key={column.title}
              column={column}
              {...(minor.includes(column) && { 'data-minor': true })}
              {...(sorting && { sorting })}
            />
          ))}
          {actions && (
            <Table.Th scope="col" className="row-actions">
              <VisuallyHidden>{t('Actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} className={linkOf ? 'row-link' : ''}>
            {selection && <Table.Td>{selection.boxOf(keyOf(row))}</Table.Td>}
            <Table.Td ta={first.isNumber ? 'end' : 'start'}>
              <NameCell row={row} column={first} {...(linkOf && { linkOf })} />
            </Table.Td>
            {shown.map(({ title, cell, isNumber }) => (
              <Table.Td key={title} ta={isNumber ? 'end' : 'start'}>
                {cell(row)}
              </Table.Td>
            ))}
            {actions && (
              <Table.Td ta="end" className="row-actions">
                {actions(row)}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {totals && (
        <Table.Tfoot>
          <Table.Tr>
            {selection && <Table.Td />}
            {[first, ...shown].map(({ title, isNumber }) => (
              <Table.Td key={title} ta={isNumber ? 'end' : 'start'} fw={650}>
                {totals[title]}
              </Table.Td>
            ))}
            {actions && <Table.Td />}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
}

interface HeadingProps<Row> {
  readonly column: Column<Row>
  /** May be left out. */
  readonly 'data-minor'?: true
  readonly sorting?: TableSorting
}

function Heading<Row>({ column: { title, isNumber, sorts }, sorting, ...mark }: HeadingProps<Row>) {
  const ta = isNumber ? 'end' : 'start'
  if (!sorts || !sorting)
    return (
      <Table.Th ta={ta} scope="col" {...mark}>
        {t(title)}
      </Table.Th>
    )
  const [firstSort, second] = sorts
  const isSorted = sorts.includes(sorting.value)
  const isUp = sorting.isUp(isSorted ? sorting.value : firstSort)
  return (
    <Table.Th ta={ta} scope="col" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'} {...mark}>
      <UnstyledButton
        className="sort-button"
        data-sorted={isSorted}
        onClick={() => sorting.set(sorting.value === firstSort ? second : firstSort)}
      >
        {t(title)}
        <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>
      </UnstyledButton>
    </Table.Th>
  )
}

/** Dense: the name and the first number in a line, what else there is of the row below. */
function Cards<Row>(props: FilledTableProps<Row>) {
  const { caption, columns, rows, keyOf, linkOf, actions, shownColumns, selection, totals } = props
  const [first, ...all] = columns
  // The page behind a row has what is left out of its card.
  const shown = all.filter(({ title, isMinor, isExtra }) =>
    shownColumns ? shownColumns.includes(title) : !isExtra && !(isMinor && linkOf),
  )
  const headline = shown.find(({ isNumber, isPlain }) => isNumber && isPlain)
  const facts = shown.filter((column) => column !== headline)
  return (
    <ul className="plain-list" aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={`card-row card ${linkOf ? 'row-link' : ''}`}>
          <div className="card-head">
            {selection?.boxOf(keyOf(row))}
            <div>
              <NameCell row={row} column={first} {...(linkOf && { linkOf })} />
            </div>
            {headline && <div>{headline.cell(row)}</div>}
          </div>
          <div className="card-facts">
            {facts.map(({ title, cell, isPlain }) => (
              <span key={title}>
                {isPlain ? (
                  <VisuallyHidden>{t(title)} </VisuallyHidden>
                ) : (
                  <span className="card-fact-name">{t(title)} </span>
                )}
                {cell(row)}
              </span>
            ))}
            {actions && <div className="card-actions">{actions(row)}</div>}
          </div>
        </li>
      ))}
      {totals && (
        <li className="card-row card">
          <div className="card-head">
            <strong>{totals[first.title]}</strong>
            {headline && <strong>{totals[headline.title]}</strong>}
          </div>
          <div className="card-facts">
            {facts
              .filter(({ title }) => totals[title] !== undefined)
              .map(({ title }) => (
                <span key={title}>
                  <span className="card-fact-name">{t(title)} </span>
                  <strong>{totals[title]}</strong>
                </span>
              ))}
          </div>
        </li>
      )}
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
