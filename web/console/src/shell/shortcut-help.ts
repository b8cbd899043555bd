// What the shortcuts of the shown side are, for the page that lists them.
import { createContext, useContext } from 'react'

export interface ShortcutHelp {
  readonly keys: string
  readonly text: string
}

export const ShortcutHelpContext = createContext<readonly ShortcutHelp[]>([])

export function useShortcutHelp(): readonly ShortcutHelp[] {
  return useContext(ShortcutHelpContext)
}
