// What a form holds that stays open while other users work, too.
import { useEffect, useRef, useState } from 'react'

export interface FormEdits<Values> {
  /** As the gateway says now, but for what the user has changed here. */
  readonly values: Values
  readonly edit: (changes: Partial<Values>) => void
  /** After they were saved: they are what the gateway says next. */
  readonly markSaved: (saved: Partial<Values>) => void
  readonly discard: () => void
}

/**
 * Only what the user has changed is kept here: a form that kept everything would show old values when it is opened again, and send
 * them as changes when the gateway's answer comes, over those of another user.
 */
export function useEdits<Values extends object>(current: Values): FormEdits<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({})
  const saved = useRef<Partial<Values>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the gateway has answered again
  useEffect(() => {
    const done = saved.current
    saved.current = {}
    setEdits((last) => leaveOut(last, done))
  }, [current])
  return {
    values: { ...current, ...edits },
    edit: (changes) => setEdits((last) => ({ ...last, ...changes })),
    markSaved: (done) => {
      saved.current = done
    },
    discard: () => setEdits({}),
  }
}

/** What was changed once more while it was being saved stays. */
function leaveOut<Values extends object>(edits: Partial<Values>, saved: Partial<Values>): Partial<Values> {
  const left = Object.entries(edits).filter(([name, value]) => saved[name as keyof Values] !== value)
  return left.length === Object.keys(edits).length ? edits : (Object.fromEntries(left) as Partial<Values>)
}
