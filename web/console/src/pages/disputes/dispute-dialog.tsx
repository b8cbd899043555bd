// The dialogs of a dispute: mark it as contested, record that the evidence was sent, add a note, or accept the loss.
import { Alert, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DisputeAcceptanceInput, DisputeAnswerFields } from '../../../../../src/console/request-bodies.ts'
import { path, type ServiceCall } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { moneyText } from '../../format/money.ts'
import { dayText } from '../../format/time.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { type DisputeView, pathsOfOrders } from '../orders/wire.ts'
import type { DisputeChoice } from './dispute-choices.ts'

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
  readonly done: (dispute: DisputeView) => string
  readonly isDangerous: boolean
}

export const disputeChoices: Readonly<Record<DisputeChoice, ChoiceTexts>> = {
  CONTEST: {
    button: t('Mark as contested'),
    title: t('Mark as contested'),
    about: (money) =>
      t(
        'Records that you contest the claim of {money}. The gateway sends nothing to the bank: send your evidence to the acquirer yourself, then record here that you have.',
        { money },
      ),
    noteLabel: t('Explanation'),
    done: ({ respondBy, isOverdue }) =>
      respondBy === undefined || isOverdue
        ? t('Marked as contested. Send your evidence to the acquirer yourself; nothing was sent to the bank.')
        : t(
            'Marked as contested. Send your evidence to the acquirer yourself by {day}; nothing was sent to the bank.',
            {
              day: dayText(respondBy),
            },
          ),
    isDangerous: false,
  },
  SENT: {
    button: t('Evidence was sent'),
    title: t('Record that the evidence was sent'),
    about: (money) =>
      t(
        'Record this once you have sent your evidence about {money} to the acquirer. The deadline is then no longer open.',
        {
          money,
        },
      ),
    noteLabel: t('How it was sent, and to whom'),
    done: () => t('Recorded: the evidence was sent. The bank decides now.'),
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
    done: () => t('The loss was recorded.'),
    isDangerous: true,
  },
  NOTE: {
    button: t('Add note'),
    title: t('Add a note'),
    about: (money) => t('A note on the dispute about {money}, for your colleagues.', { money }),
    noteLabel: t('Note'),
    done: () => t('The note was added.'),
    isDangerous: false,
  },
}

const answerKinds = { CONTEST: 'CONTESTED', SENT: 'EVIDENCE_SENT', NOTE: 'NOTE' } as const

function callOf(choice: DisputeChoice, { merchantId, orderId, dispute }: DisputeOfOrder, note: string): ServiceCall {
  const caseNumber = dispute.caseNumber === '' ? {} : { caseNumber: dispute.caseNumber }
  if (choice === 'ACCEPT') {
    const body: DisputeAcceptanceInput = { ...caseNumber, ...(note !== '' && { note }) }
    return { method: 'POST', path: path`/merchants/${merchantId}/orders/${orderId}/dispute-acceptances`, body }
  }
  const body: DisputeAnswerFields = { ...caseNumber, answer: answerKinds[choice], note }
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
      notifySuccess(texts.done(of.dispute))
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
      {isAnswer(choice) && of.dispute.isOverdue && <LateWarning dispute={of.dispute} />}
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

const isAnswer = (choice: DisputeChoice) => choice === 'CONTEST' || choice === 'SENT'

function LateWarning({ dispute: { respondBy } }: { readonly dispute: DisputeView }) {
  if (respondBy === undefined) return null
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="alert" />}>
      {t(
        'The last day was {day}. The bank may have decided already: ask the acquirer whether evidence is still accepted.',
        {
          day: dayText(respondBy),
        },
      )}
    </Alert>
  )
}
