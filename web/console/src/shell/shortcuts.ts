// Keys that work on every page. One without Control or Command works only where nothing is being typed or asked.
import { useEffect, useRef } from 'react'

/** "Mod+k" is Control or Command with K; "g o" is one key after the other. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Between two keys of a sequence. */
const sequenceMs = 1_500

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    let last: { readonly key: string; readonly at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const isModified = event.ctrlKey || event.metaKey
      if (!isModified && isTaken(event.target)) return
      const key = isModified ? `Mod+${event.key.toLowerCase()}` : event.key
      const isSoon = last !== undefined && event.timeStamp - last.at < sequenceMs
      const act = (isSoon && !isModified && current.current[`${last?.key} ${key}`]) || current.current[key]
      last = act ? undefined : { key, at: event.timeStamp }
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** By a field, or by a dialog or menu that is open. */
function isTaken(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  return isField || document.querySelector('[role=dialog], [role=menu]') !== null
}
