// Asks before something is taken away, does it by one call, says that it is done, and closes.
import type { ReactNode } from 'react'
import type { ServiceCall } from '../api/client.ts'
import { useChange } from '../api/queries.ts'
import { ConfirmDialog } from './dialogs.tsx'
import { notifySuccess } from './notify.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** What the button says. */
  readonly confirm: string
  readonly call: ServiceCall
  /** What was read below these paths is read again. */
  readonly refreshes: readonly string[]
  /** Said when it is done; may depend on the answer. */
  readonly done: string | ((answer: unknown) => string)
  /** Takes nothing away. */
  readonly isHarmless?: boolean
  readonly onClose: () => void
}

export function ChangeDialog({ call, refreshes, done, isHarmless = false, onClose, ...shown }: Props) {
  const change = useChange(() => call, {
    refreshes,
    onDone: (answer) => {
      notifySuccess(typeof done === 'string' ? done : done(answer))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...shown}
      isOpen
      isDangerous={!isHarmless}
      onClose={onClose}
      onConfirm={() => change.mutate()}
      isBusy={change.isPending}
      error={change.error}
    />
  )
}
