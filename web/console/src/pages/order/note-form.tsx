// Where users write a note about the order for their colleagues.
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { orderPermissions } from '../../../../../src/kernel/user.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { notifySuccess } from '../../parts/notify.ts'
import { Problem } from '../../parts/problem.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'
import { type OrderDetails, orderPath } from '../orders/wire.ts'
import { newNoteId } from './transaction-id.ts'

const textLengthMax = 2000

export function NoteForm({ order: { merchantId, orderId } }: { readonly order: OrderDetails }) {
  const { user } = useCurrentSession()
  const [text, setText] = useState('')
  // Chosen once for each note: a repeated request adds it once.
  const [noteId, setNoteId] = useState(newNoteId)
  const order = orderPath(merchantId, orderId)
  const change = useChange<object, { readonly noteId: string; readonly text: string }>(
    (body) => ({ method: 'POST', path: `${order}/notes`, body }),
    {
      refreshes: [order],
      onDone() {
        notifySuccess(t('The note was added.'))
        setText('')
        setNoteId(newNoteId())
      },
    },
  )
  if (!orderPermissions.some((permission) => user.permissions.includes(permission))) return null
  const problem = fieldProblem(change.error, 'text')
  const written = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (written !== '' && !change.isPending) change.mutate({ noteId, text: written })
  }
  return (
    <form onSubmit={submit} className="note-form">
      <Textarea
        label={t('Note for colleagues')}
        description={t('Notes cannot be changed later. Do not enter card numbers.')}
        autosize
        minRows={1}
        maxRows={12}
        maxLength={textLengthMax}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          // Another text is another note.
          if (change.error) {
            change.reset()
            setNoteId(newNoteId())
          }
        }}
        error={problem}
      />
      {change.error && problem === undefined ? <Problem error={change.error} /> : null}
      <Group justify="end">
        <Button type="submit" variant="default" size="xs" disabled={written === ''} loading={change.isPending}>
          {t('Save note')}
        </Button>
      </Group>
    </form>
  )
}
