// The dialogs of a dispute: contest it, add a note, or accept the loss.
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type {
  DisputeAcceptanceInput,
  DisputeAnswerFields,
} from '../../../../../src/http/console/request-bodies/disputes.ts'
import { path, type ServiceCall } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { moneyText } from '../../format/money.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { type DisputeView, pathsOfOrders } from '../orders/wire.ts'

export type DisputeChoice = 'CONTEST' | 'ACCEPT' | 'NOTE'

export interface DisputeOfOrder {
  readonly merchantId: string
  readonly orderId: string
  readonly dispute: DisputeView
}

interface ChoiceTexts {
  readonly button: string
  readonly title: string
  readonly about: (money: string) => string
  readonly noteLabel: string
  readonly done: string
  readonly isDangerous: boolean
}

export const disputeChoices: Readonly<Record<DisputeChoice, ChoiceTexts>> = {
  CONTEST: {
    button: 'Contest',
    title: 'Contest dispute',
    about: (money) =>
      `Records that you contest the claim of ${money}, with your explanation. Evidence is sent to the acquirer outside the gateway.`,
    noteLabel: 'Explanation',
    done: 'The dispute was contested.',
    isDangerous: false,
  },
  ACCEPT: {
    button: 'Accept loss',
    title: 'Accept the loss',
    about: (money) =>
      `The payer keeps ${money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.`,
    noteLabel: 'Note (optional)',
    done: 'The loss was recorded.',
    isDangerous: true,
  },
  NOTE: {
    button: 'Add note',
    title: 'Add a note',
    about: (money) => `A note on the dispute about ${money}, for your colleagues.`,
    noteLabel: 'Note',
    done: 'The note was added.',
    isDangerous: false,
  },
}

function callOf(choice: DisputeChoice, { merchantId, orderId, dispute }: DisputeOfOrder, note: string): ServiceCall {
  const caseNumber = dispute.caseNumber === '' ? {} : { caseNumber: dispute.caseNumber }
  if (choice === 'ACCEPT') {
    const body: DisputeAcceptanceInput = { ...caseNumber, ...(note !== '' && { note }) }
    return { method: 'POST', path: path`/merchants/${merchantId}/orders/${orderId}/dispute-acceptances`, body }
  }
  const body: DisputeAnswerFields = { ...caseNumber, answer: choice === 'NOTE' ? 'NOTE' : 'CONTESTED', note }
  return { method: 'POST', path: path`/merchants/${merchantId}/orders/${orderId}/dispute-answers`, body }
}

interface Props extends DisputeOfOrder {
  readonly choice: DisputeChoice
  readonly onClose: () => void
}

const noteLength = 250

export function DisputeDialog({ choice, onClose, ...of }: Props) {
  const texts = disputeChoices[choice]
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = choice !== 'ACCEPT' && note.trim() === ''
  const change = useChange<void, void>(() => callOf(choice, of, note.trim()), {
    refreshes: pathsOfOrders(of.merchantId),
    onDone() {
      notifySuccess(texts.done)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      confirm={texts.button}
      onConfirm={() => {
        setTried(true)
        if (!isMissing && !change.isPending) change.mutate()
      }}
      isDangerous={texts.isDangerous}
      isBusy={change.isPending}
      error={change.error}
    >
      <Text fz="sm">{texts.about(moneyText(of.dispute.amount, of.dispute.currency))}</Text>
      <Textarea
        data-autofocus
        label={texts.noteLabel}
        description="Do not enter card numbers."
        autosize
        minRows={3}
        maxLength={noteLength}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={(isTried && isMissing && 'Enter a text.') || fieldProblem(change.error, 'note')}
      />
    </ConfirmDialog>
  )
}
