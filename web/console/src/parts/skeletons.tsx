// What is shown of a page while it is on its way: its title, and grey blocks where its parts will be.

import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../language/text.ts'

/** LIST: filters and a table. SECTIONS: papers with fields. */
export type PageShape = 'LIST' | 'SECTIONS' | 'ORDER' | 'DASHBOARD'

const counted = (count: number) => Array.from({ length: count }, (_, place) => place)

interface PageSkeletonProps {
  readonly title: string
  readonly shape: PageShape
}

export function PageSkeleton({ title, shape }: PageSkeletonProps) {
  return (
    <Stack gap="lg">
      <div className="page-skeleton-title">{title}</div>
      <Loading what={title}>{contents[shape]}</Loading>
    </Stack>
  )
}

interface LoadingProps {
  /** Read to those who cannot see. */
  readonly what?: string
  readonly children: ReactNode
}

/** Blocks in place of something; screen readers are told that it is loading. */
export function Loading({ what, children }: LoadingProps) {
  return (
    <div role="status">
      <VisuallyHidden>{what === undefined ? t('Loading') : t('Loading {what}', { what })}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Lines where text will be. */
export function LinesSkeleton({ lines = 6 }: { readonly lines?: number }) {
  return (
    <Stack gap="sm" p="md">
      {counted(lines).map((line) => (
        <Skeleton key={line} height={18} width={`${100 - ((line * 17) % 45)}%`} />
      ))}
    </Stack>
  )
}

const rowsShown = 8

interface TableSkeletonProps {
  /** The headings of its columns; without, blocks. */
  readonly titles?: readonly string[]
  /** On a phone rows are cards. */
  readonly isNarrow?: boolean
}

export function TableSkeleton({ titles = ['', '', '', '', ''], isNarrow = false }: TableSkeletonProps) {
  if (isNarrow)
    return (
      <>
        {counted(rowsShown).map((row) => (
          <div key={row} className="card-row card-skeleton">
            <Skeleton height={16} width={`${35 + ((row * 13) % 25)}%`} />
            <Skeleton height={12} width={`${60 + ((row * 17) % 30)}%`} />
          </div>
        ))}
      </>
    )
  return (
    <div className="table-skeleton">
      <div>
        {titles.map((title, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay as they are
          <span key={place}>{title || <Skeleton height={12} width="50%" />}</span>
        ))}
      </div>
      {counted(rowsShown).map((row) => (
        <div key={row}>
          {titles.map((_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay as they are
            <Skeleton key={place} height={14} width={`${55 + ((row * 11 + place * 19) % 35)}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Stack gap="lg">
      <div className="filters-skeleton">
        {counted(3).map((filter) => (
          <Skeleton key={filter} height={36} />
        ))}
      </div>
      <div className="paper">
        <TableSkeleton />
      </div>
    </Stack>
  )
}

function SectionSkeleton({ fields }: { readonly fields: number }) {
  return (
    <div className="paper section">
      <Stack gap="md">
        <Skeleton height={18} width="30%" />
        {counted(fields).map((field) => (
          <Stack gap={6} key={field}>
            <Skeleton height={12} width={`${12 + ((field * 7) % 10)}%`} />
            <Skeleton height={20} width={`${45 + ((field * 13) % 30)}%`} />
          </Stack>
        ))}
      </Stack>
    </div>
  )
}

function FiguresSkeleton() {
  return (
    <div className="paper figures-skeleton">
      {counted(4).map((figure) => (
        <div key={figure}>
          <Skeleton height={12} width="45%" mb={8} />
          <Skeleton height={22} width="70%" />
        </div>
      ))}
    </div>
  )
}

export function OrderSkeleton() {
  return (
    <Stack gap="lg">
      <FiguresSkeleton />
      <div className="columns-skeleton">
        <div className="paper section">
          <Skeleton height={18} width="25%" mb="md" />
          <LinesSkeleton lines={9} />
        </div>
        <Stack gap="lg">
          <SectionSkeleton fields={3} />
          <SectionSkeleton fields={3} />
        </Stack>
      </div>
    </Stack>
  )
}

export function DashboardSkeleton() {
  return (
    <Stack gap="lg">
      <FiguresSkeleton />
      <ChartSkeleton />
    </Stack>
  )
}

export function ChartSkeleton() {
  return (
    <div className="paper section">
      <Skeleton height={18} width="20%" mb="md" />
      <Skeleton height={240} />
    </div>
  )
}

const contents: Readonly<Record<PageShape, ReactNode>> = {
  LIST: <ListSkeleton />,
  SECTIONS: (
    <Stack gap="lg">
      <SectionSkeleton fields={4} />
      <SectionSkeleton fields={3} />
    </Stack>
  ),
  ORDER: <OrderSkeleton />,
  DASHBOARD: <DashboardSkeleton />,
}
