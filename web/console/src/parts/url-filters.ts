// Filters and the position in a list, kept in the URL, so that a view can be shared.
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

export interface UrlFilters<Name extends string> {
  /** What is set; '' for what is not. */
  readonly values: Readonly<Record<Name, string>>
  /** The same for the service: only what is set. */
  readonly query: Readonly<Partial<Record<Name | 'after', string>>>
  readonly isFiltered: boolean
  set(changes: Partial<Record<Name, string>>): void
  clear(): void
  readonly pagePosition: PagePosition
}

/** Where in a list that is read page by page. */
export interface PagePosition {
  readonly isFirst: boolean
  /** Undefined on a page that was opened by its URL. */
  readonly pagesBefore: number | undefined
  toNext(after: string): void
  toPrevious(): void
}

interface Trail {
  readonly trail?: readonly string[]
}

/** const filters = useUrlFilters(['status', 'orderId']); useRead(path, filters.query, { keepsPrevious: true }) */
export function useUrlFilters<const Name extends string>(names: readonly Name[]): UrlFilters<Name> {
  const [pathname, navigate] = useLocation()
  const search = useSearch()
  const known = names.join()
  return useMemo(() => {
    const parameters = new URLSearchParams(search)
    const values = Object.fromEntries(
      (known === '' ? [] : known.split(',')).map((name) => [name, parameters.get(name) ?? '']),
    ) as Record<Name, string>
    const set = Object.fromEntries(Object.entries<string>(values).filter(([, value]) => value !== ''))
    const after = parameters.get('after') ?? ''
    const go = (wanted: Readonly<Record<string, string>>, state: Trail, replace: boolean) => {
      const text = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')).toString()
      navigate(pathname + (text && `?${text}`), { replace, state })
    }
    const { trail = [] } = (history.state ?? {}) as Trail
    return {
      values,
      query: { ...set, ...(after && { after }) } as Partial<Record<Name | 'after', string>>,
      isFiltered: Object.keys(set).some((name) => name !== 'sort'),
      set: (changes) => go({ ...set, ...(changes as Record<string, string>) }, {}, true),
      clear: () => go({}, {}, true),
      pagePosition: {
        isFirst: after === '',
        pagesBefore: after === '' ? 0 : trail.length || undefined,
        toNext: (next) => go({ ...set, after: next }, { trail: [...trail, after] }, false),
        // A page opened by a shared URL has no trail: back leads to the first page.
        toPrevious: () => go({ ...set, after: trail.at(-1) ?? '' }, { trail: trail.slice(0, -1) }, false),
      },
    }
  }, [known, search, pathname, navigate])
}
