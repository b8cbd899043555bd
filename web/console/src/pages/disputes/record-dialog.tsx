// Records what the bank says about a dispute: a new case, or a change of a known one.
import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DisputeRecordInput } from '../../../../../src/console/request-bodies.ts'
import type { RecordedDisputeBody } from '../../../../../src/console/response-bodies/disputes.ts'
import { type DisputeState, disputeStates } from '../../../../../src/kernel/order-status.ts'
import { path } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { amountProblem, amountToEdit, validAmount } from '../../format/amount-rule.ts'
import { disputeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { type DisputeView, type OrderDetails, pathsOfOrders } from '../orders/wire.ts'

interface Props {
  readonly order: Pick<OrderDetails, 'merchantId' | 'orderId' | 'currency' | 'captured'>
  /** The case that has changed; left out for a new one. */
  readonly dispute?: DisputeView
  readonly onClose: () => void
}

export function RecordDisputeDialog({ order, dispute, onClose }: Props) {
  const { merchantId, orderId, currency, captured } = order
  const [state, setState] = useState<DisputeState>(dispute?.state ?? 'PENDING')
  const [caseNumber, setCaseNumber] = useState(dispute?.caseNumber ?? '')
  const [amount, setAmount] = useState(() => amountToEdit(dispute?.amount ?? captured, currency))
  const [respondBy, setRespondBy] = useState(dispute?.respondBy ?? '')
  const [note, setNote] = useState('')
  const wrong = amountProblem(amount, { currency, max: captured })
  const isOpen = state === 'PENDING' || state === 'INFORMATION_REQUESTED'
  const change = useChange<RecordedDisputeBody, void>(
    () => {
      const body: DisputeRecordInput = {
        state,
        amount: validAmount(amount, currency),
        currency,
        ...(caseNumber.trim() !== '' && { caseNumber: caseNumber.trim() }),
        ...(isOpen && respondBy !== '' && { respondBy }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }
      return { method: 'POST', path: path`/disputes/${merchantId}/${orderId}`, body }
    },
    {
      refreshes: pathsOfOrders(merchantId),
      onDone() {
        notifySuccess(t('The dispute was recorded.'))
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={dispute ? t('Record a change') : t('Record a dispute')}
      confirm={t('Record')}
      onConfirm={() => !wrong && !change.isPending && change.mutate()}
      isBusy={change.isPending}
      error={change.error}
    >
      <Text fz="sm">{t('What the bank says. No money moves and no totals change.')}</Text>
      <Select
        label={t('State')}
        allowDeselect={false}
        data={disputeStates.map((value) => ({ value, label: disputeText(value) }))}
        value={state}
        onChange={(chosen) => chosen && setState(chosen as DisputeState)}
      />
      <TextInput
        label={t('Case number')}
        description={t('The same number for every change of a case.')}
        autoComplete="off"
        maxLength={40}
        value={caseNumber}
        onChange={({ currentTarget }) => setCaseNumber(currentTarget.value)}
        error={fieldProblem(change.error, 'caseNumber')}
        readOnly={dispute !== undefined}
      />
      <TextInput
        label={t('Amount in {currency}', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        error={wrong ?? fieldProblem(change.error, 'transaction.amount')}
      />
      {isOpen && (
        <TextInput
          type="date"
          label={t('Respond by')}
          value={respondBy}
          onChange={({ currentTarget }) => setRespondBy(currentTarget.value)}
          error={fieldProblem(change.error, 'respondBy')}
        />
      )}
      <Textarea
        label={t('Note')}
        description={t('Do not enter card numbers.')}
        autosize
        minRows={2}
        maxLength={250}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={fieldProblem(change.error, 'note')}
      />
    </ConfirmDialog>
  )
}
