// Puts the card of a payment on a list: a card is named by a payment made with it, never by its number.
import { Group, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AddedRiskCardBody, RiskCardBody } from '../../../../../src/console/response-bodies/risk.ts'
import type { CardList } from '../../../../../src/risk/rules/risk-rules.ts'
import type { Jsonified } from '../../api/json.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'

export type CardListItem = Jsonified<RiskCardBody>

interface CardDialogProps {
  readonly cardsPath: string
  /** The operator says whose payment it is, and suspects only: what one merchant trusts, another may not. */
  readonly isForAll: boolean
  readonly onClose: () => void
}

const emptyPayment = { merchantId: '', orderId: '', transactionId: '' }

export function CardDialog({ cardsPath, isForAll, onClose }: CardDialogProps) {
  const [list, setList] = useState<CardList>('SUSPECT')
  const [payment, setPayment] = useState(emptyPayment)
  const [note, setNote] = useState('')
  const merchantId = payment.merchantId.trim()
  const orderId = payment.orderId.trim()
  const transactionId = payment.transactionId.trim()
  const addition = useChange<AddedRiskCardBody>(
    () => ({
      method: 'POST',
      path: cardsPath,
      body: {
        list,
        ...(isForAll && { merchantId }),
        orderId,
        transactionId,
        ...(note.trim() && { note: note.trim() }),
      },
    }),
    {
      refreshes: [cardsPath],
      onDone: ({ maskedNumber }) => {
        notifySuccess(t('{card} was added to the list.', { card: maskedNumber }))
        onClose()
      },
    },
  )
  const problems = {
    merchantId: fieldProblem(addition.error, 'merchantId'),
    orderId: fieldProblem(addition.error, 'orderId'),
    transactionId: fieldProblem(addition.error, 'transactionId'),
    note: fieldProblem(addition.error, 'note'),
  }
  const isAtField = Object.values(problems).some((problem) => problem !== undefined)
  const input = (name: keyof typeof emptyPayment, label: string) => (
    <TextInput
      label={label}
      value={payment[name]}
      error={problems[name]}
      onChange={({ currentTarget: { value } }) => setPayment((last) => ({ ...last, [name]: value }))}
    />
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Add card from a payment')}
      confirm={t('Add card')}
      onConfirm={() => addition.mutate()}
      isBusy={addition.isPending}
      isDisabled={orderId === '' || transactionId === '' || (isForAll && merchantId === '')}
      error={isAtField ? undefined : addition.error}
    >
      {isForAll ? (
        input('merchantId', t('Merchant ID'))
      ) : (
        <Radio.Group label={t('List')} value={list} onChange={(chosen) => setList(chosen as CardList)}>
          <Group mt={6}>
            <Radio value="SUSPECT" label={t('Suspect||card')} />
            <Radio value="TRUSTED" label={t('Trusted||card')} />
          </Group>
        </Radio.Group>
      )}
      <Group grow align="start">
        {input('orderId', t('Order'))}
        {input('transactionId', t('Transaction'))}
      </Group>
      <TextInput
        label={t('Note')}
        description={t('Reason. Do not enter card numbers.')}
        maxLength={255}
        value={note}
        error={problems.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
