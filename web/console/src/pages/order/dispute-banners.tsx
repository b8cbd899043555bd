// The disputes of an order above everything else: how each stands, until when it can be answered, and the answers.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { disputeStatusOf } from '../../../../../src/payments/rules/dispute.ts'
import { moneyText } from '../../format/money.ts'
import { timeText } from '../../format/time.ts'
import { t, tx } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Code, StatusSentence } from '../../parts/values.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { choicesFor, type DisputeChoice } from '../disputes/dispute-choices.ts'
import { DisputeDialog, disputeChoices } from '../disputes/dispute-dialog.tsx'
import { Deadline, DisputeBadge } from '../disputes/dispute-status.tsx'
import { RecordDisputeDialog } from '../disputes/record-dialog.tsx'
import type { DisputeView, OrderDetails } from '../orders/wire.ts'

type OpenDialog = { readonly dispute: DisputeView; readonly choice: DisputeChoice | 'RECORD' }

export function DisputeBanners({ order }: { readonly order: OrderDetails }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const { merchantId, orderId } = order
  const close = () => setDialog(undefined)
  return (
    <>
      {order.disputes.map((dispute) => (
        <DisputeBanner
          key={dispute.caseNumber}
          dispute={dispute}
          isLocked={order.isLocked}
          onChoose={(choice) => setDialog({ dispute, choice })}
        />
      ))}
      {dialog &&
        (dialog.choice === 'RECORD' ? (
          <RecordDisputeDialog order={order} dispute={dialog.dispute} onClose={close} />
        ) : (
          <DisputeDialog {...{ merchantId, orderId }} dispute={dialog.dispute} choice={dialog.choice} onClose={close} />
        ))}
    </>
  )
}

interface BannerProps {
  readonly dispute: DisputeView
  readonly isLocked: boolean
  readonly onChoose: (choice: OpenDialog['choice']) => void
}

const colours = { INFORMATION_REQUESTED: 'yellow', PENDING: 'yellow', WON: 'gate', LOST: 'red' } as const

function DisputeBanner({ dispute, isLocked, onChoose }: BannerProps) {
  const mayAnswer = usePermission('REFUND')
  const mayApprove = usePermission('APPROVE')
  const { isOperator } = useCurrentSession()
  const { state, caseNumber, amount, currency, respondBy, answers } = dispute
  const isOpen = state === 'PENDING' || state === 'INFORMATION_REQUESTED'
  const choices: readonly DisputeChoice[] = isOpen && mayAnswer ? choicesFor(dispute) : []
  return (
    <Alert
      color={dispute.isOverdue ? 'red' : colours[state]}
      variant="light"
      icon={<Icon name="dispute" />}
      role="region"
      aria-label={caseNumber === '' ? t('Dispute') : t('Dispute {caseNumber}', { caseNumber })}
    >
      <Group justify="space-between" gap="sm" align="start">
        <div>
          <Group gap="xs">
            <DisputeBadge dispute={dispute} />
            <Text fz="sm" fw={600}>
              {moneyText(amount, currency)}
            </Text>
            {caseNumber !== '' && (
              <Text fz="sm" span>
                {tx('Case {caseNumber}', { caseNumber: <Code key="case">{caseNumber}</Code> })}
              </Text>
            )}
            {respondBy !== undefined && (
              <Text fz="sm" span>
                {tx('Respond by {day}', { day: <Deadline key="day" dispute={dispute} /> })}
              </Text>
            )}
          </Group>
          <StatusSentence subject="DISPUTE" status={disputeStatusOf(dispute)} />
          {answers.map((answer) => (
            <Text fz="sm" mt={4} key={answer.answeredAt}>
              {answerText(answer)}
            </Text>
          ))}
        </div>
        {!isLocked && (
          <Group gap="xs">
            {choices.map((choice, place) => (
              <Button
                key={choice}
                size="compact-sm"
                variant={place === 0 ? 'filled' : 'default'}
                onClick={() => onChoose(choice)}
              >
                {disputeChoices[choice].button}
              </Button>
            ))}
            {isOperator && mayApprove && (
              <Button size="compact-sm" variant="default" onClick={() => onChoose('RECORD')}>
                {t('Record change')}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Alert>
  )
}

function answerText({ kind, note, answeredBy: user, answeredAt }: DisputeView['answers'][number]): string {
  const values = { user, time: timeText(answeredAt), note }
  if (kind === 'CONTESTED') return t('Marked as contested by {user}, {time}: {note}', values)
  return kind === 'EVIDENCE_SENT'
    ? t('Evidence sent, recorded by {user}, {time}: {note}', values)
    : t('Note by {user}, {time}: {note}', values)
}
