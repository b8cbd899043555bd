// Which columns of a list the user has chosen.
import { useChangePreferences, usePreferences } from './use-preferences.ts'

export interface ColumnSelection {
  /** By heading; undefined where the user has not chosen. */
  readonly shown: readonly string[] | undefined
  choose(shown: readonly string[] | undefined): void
}

export function useColumns(list: string): ColumnSelection {
  const { columns = [] } = usePreferences()
  const change = useChangePreferences()
  const others = columns.filter((each) => each.list !== list)
  return {
    shown: columns.find((each) => each.list === list)?.shown,
    choose: (shown) => change({ columns: shown ? [...others, { list, shown }] : others }),
  }
}
