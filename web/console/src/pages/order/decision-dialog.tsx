// The dialog of a decision: a payment that a risk rule held back, or a requested refund.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ReviewInput } from '../../../../../src/console/request-bodies.ts'
import type {
  DeclinedRefundBody,
  ManualTransactionBody,
  ReviewDecisionBody,
} from '../../../../../src/console/response-bodies/orders.ts'
import { path, type ServiceCall } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { moneyText } from '../../format/money.ts'
import { english, t } from '../../language/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifyProblem, notifySuccess } from '../../parts/notify.ts'
import { type ManualTransactionResult, pathsOfOrders } from '../orders/wire.ts'
import { ManualTransactionOutcome } from './outcome.tsx'

export type DecisionChoice = 'ACCEPT' | 'REJECT' | 'APPROVE' | 'DECLINE' | 'TAKE_BACK'

export interface PendingTransaction {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly amount: string
  readonly currency: string
  /** What a rejection does to a held payment. */
  readonly undoing?: 'RELEASE' | 'VOID' | 'REFUND'
}

interface DecisionTexts {
  readonly button: string
  readonly title: string
  readonly about: (waiting: string) => string
  readonly done: string
  readonly isDangerous: boolean
  readonly hasNote: boolean
}

const rejectionTexts = {
  RELEASE: english('The payment of {money} is voided: nothing is charged, and the bank releases what is reserved.'),
  VOID: english(
    'The payment of {money} is voided, and the payer is not charged. If the acquirer has settled it already, it is refunded instead.',
  ),
  REFUND: english('The payment of {money} is settled: the payer has been charged, and gets a refund.'),
} as const

export const decisionTexts: Readonly<Record<DecisionChoice, DecisionTexts>> = {
  ACCEPT: {
    button: t('Accept'),
    title: t('Accept payment'),
    about: (money) => t('The payment of {money} is released and continues as normal.', { money }),
    done: t('The payment was accepted.'),
    isDangerous: false,
    hasNote: true,
  },
  REJECT: {
    button: t('Reject'),
    title: t('Reject payment'),
    about: (money) => t(rejectionTexts.VOID, { money }),
    done: t('The payment was rejected, and voided or refunded.'),
    isDangerous: true,
    hasNote: true,
  },
  APPROVE: {
    button: t('Approve'),
    title: t('Approve refund'),
    about: (money) => t('{money} will be refunded to the payer now.', { money }),
    done: t('The refund was made.'),
    isDangerous: false,
    hasNote: false,
  },
  DECLINE: {
    button: t('Decline'),
    title: t('Decline refund'),
    about: (money) => t('The refund of {money} will not be made. It can be requested again.', { money }),
    done: t('The refund was declined.'),
    isDangerous: true,
    hasNote: false,
  },
  TAKE_BACK: {
    button: t('Withdraw'),
    title: t('Withdraw request'),
    about: (money) => t('The request to refund {money} will be withdrawn.', { money }),
    done: t('The request was withdrawn.'),
    isDangerous: true,
    hasNote: false,
  },
}

function callOf(
  decision: DecisionChoice,
  { merchantId, orderId, transactionId }: PendingTransaction,
  note: string,
): ServiceCall {
  if (decision === 'ACCEPT' || decision === 'REJECT') {
    const body: ReviewInput = {
      decision: decision === 'ACCEPT' ? 'ACCEPTED' : 'REJECTED',
      ...(note.trim() && { note: note.trim() }),
    }
    return { method: 'POST', path: path`/merchants/${merchantId}/orders/${orderId}/review`, body }
  }
  const end = decision === 'APPROVE' ? 'approval' : 'rejection'
  return {
    method: 'POST',
    path: path`/merchants/${merchantId}/orders/${orderId}/refund-requests/${transactionId}/${end}`,
  }
}

export interface DecisionRequest {
  readonly decision: DecisionChoice
  readonly waiting: PendingTransaction
}

type DecisionBody = ManualTransactionBody | ReviewDecisionBody | DeclinedRefundBody

interface Props extends DecisionRequest {
  readonly onClose: () => void
}

const noteLength = 250

export function DecisionDialog({ decision, waiting, onClose }: Props) {
  const words = decisionTexts[decision]
  const [note, setNote] = useState('')
  const [made, setMade] = useState<ManualTransactionResult>()
  const change = useChange<DecisionBody, void>(() => callOf(decision, waiting, note), {
    refreshes: pathsOfOrders(waiting.merchantId),
    onDone(response) {
      // An approval makes a transaction, which may fail; the others only decide.
      if ('gatewayCode' in response) return setMade(response)
      if ('isUndone' in response && response.isUndone === false)
        notifyProblem(
          t(
            'The payment was rejected but has not been reversed yet. The gateway keeps retrying; check the order for the result.',
          ),
        )
      else notifySuccess(words.done)
      onClose()
    },
  })
  if (made)
    return (
      <Dialog opened onClose={onClose} title={words.title}>
        <Stack gap="md">
          <ManualTransactionOutcome made={made} />
          <Group justify="end">
            <Button onClick={onClose}>{t('Done')}</Button>
          </Group>
        </Stack>
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.title}
      confirm={words.button}
      onConfirm={() => !change.isPending && change.mutate()}
      isDangerous={words.isDangerous}
      isBusy={change.isPending}
      error={change.error}
    >
      <Text fz="sm">
        {decision === 'REJECT'
          ? t(rejectionTexts[waiting.undoing ?? 'VOID'], { money: moneyText(waiting.amount, waiting.currency) })
          : words.about(moneyText(waiting.amount, waiting.currency))}
      </Text>
      {words.hasNote && (
        <Textarea
          label={t('Note')}
          description={t('Reason for your decision. Do not enter card numbers.')}
          autosize
          minRows={2}
          maxLength={noteLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={fieldProblem(change.error, 'note')}
        />
      )}
    </ConfirmDialog>
  )
}

interface ButtonsProps {
  readonly kind: 'RISK' | 'REFUND_REQUEST'
  /** The user who began it may only withdraw it: another user has to approve it. */
  readonly isOwn: boolean
  readonly onAsk: (decision: DecisionChoice) => void
}

export function DecisionButtons({ kind, isOwn, onAsk }: ButtonsProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      {decisionsFor(kind, isOwn).map((decision, place) => (
        <Button
          key={decision}
          size="compact-sm"
          variant={place === 0 && !isOwn ? 'light' : 'default'}
          onClick={() => onAsk(decision)}
        >
          {decisionTexts[decision].button}
        </Button>
      ))}
    </Group>
  )
}

function decisionsFor(kind: ButtonsProps['kind'], isOwn: boolean): readonly DecisionChoice[] {
  if (kind === 'RISK') return isOwn ? ['REJECT'] : ['ACCEPT', 'REJECT']
  return isOwn ? ['TAKE_BACK'] : ['APPROVE', 'DECLINE']
}
