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
import { t } from '../../language/text.ts'
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
    button: t('Contest'),
    title: t('Contest dispute'),
    about: (money) =>
      t(
        'Records that you contest the claim of {money}, with your explanation. Evidence is sent to the acquirer outside the gateway.',
        { money },
      ),
    noteLabel: t('Explanation'),
    done: t('The dispute was contested.'),
    isDangerous: false,
  },
  ACCEPT: {
    button: t('Accept loss'),
    title: t('Accept the loss'),
    about: (money) =>
      t(
        'The payer keeps {money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.',
        { money },
      ),
    noteLabel: t('Note (optional)'),
    done: t('The loss was recorded.'),
    isDangerous: true,
  },
  NOTE: {
    button: t('Add note'),
    title: t('Add a note'),
    about: (money) => t('A note on the dispute about {money}, for your colleagues.', { money }),
    noteLabel: t('Note'),
    done: t('The note was added.'),
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
        description={t('Do not enter card numbers.')}
        autosize
        minRows={3}
        maxLength={noteLength}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={(isTried && isMissing && t('Enter a text.')) || fieldProblem(change.error, 'note')}
      />
    </ConfirmDialog>
  )
}
