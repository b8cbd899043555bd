// The dialog of an action on an order: input, confirmation, one request, and its result.
import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { MerchantBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { ManualTransactionBody } from '../../../../../src/console/response-bodies/orders.ts'
import { path } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead, useRefresh } from '../../api/queries.ts'
import { amountProblem, amountToEdit, validAmount } from '../../format/amount-rule.ts'
import { isZero, moneyText } from '../../format/money.ts'
import { sumOf } from '../../format/sum.ts'
import { t } from '../../language/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { merchantPath } from '../merchants/merchant.ts'
import { type ManualTransactionResult, type OrderDetails, pathsOfOrders } from '../orders/wire.ts'
import { type ConsoleAction, consoleActionBody, isDisputed } from './console-actions.ts'
import { ManualTransactionOutcome } from './outcome.tsx'
import { newTransactionId } from './transaction-id.ts'

interface Props {
  readonly action: ConsoleAction
  readonly order: OrderDetails
  readonly onClose: () => void
}

const noteLength = 250

/** Mounted for each action, with a new transaction id. */
export function ActionDialog({ action, order, onClose }: Props) {
  const { merchantId, orderId, currency } = order
  const [transactionId] = useState(newTransactionId)
  const [target, setTarget] = useState(action.targets[0])
  const left = target?.left ?? action.left
  const [amount, setAmount] = useState(() => firstAmount(left, currency))
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const { data: merchant } = useRead<MerchantBody>(merchantPath(merchantId))
  const mayExceed = action.beyondBy !== undefined && (merchant?.privileges.includes(action.beyondBy) ?? false)
  const isBounded = action.beyondBy !== undefined && !mayExceed
  const wrong = action.hasAmount
    ? amountProblem(amount, { currency, ...(isBounded && left !== undefined && { max: left }) })
    : undefined

  const change = useChange<ManualTransactionBody, void>(
    () => ({
      method: 'POST',
      path: path`/merchants/${merchantId}/orders/${orderId}/${action.service}`,
      body: consoleActionBody(
        action,
        { transactionId, target, note, amount: action.hasAmount ? validAmount(amount, currency) : '' },
        currency,
      ),
    }),
    { refreshes: pathsOfOrders(merchantId) },
  )

  const refresh = useRefresh()
  const close = () => {
    // The outcome is unknown: the order is read again.
    if (change.error) refresh(...pathsOfOrders(merchantId))
    onClose()
  }

  if (change.data) return <ActionDone made={change.data} title={action.title} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      title={action.title}
      confirm={wrong ? action.button : action.confirm(action.hasAmount ? validAmount(amount, currency) : '', currency)}
      onConfirm={() => {
        setTried(true)
        if (!wrong && !change.isPending) change.mutate()
      }}
      isDangerous={action.isDangerous}
      isBusy={change.isPending}
      error={change.error}
    >
      {givesBack.has(action.kind) && isDisputed(order) && <DisputeWarning order={order} />}
      {givesBack.has(action.kind) && order.isInReview && <ReviewWarning />}
      <Text fz="sm">{action.about}</Text>
      {action.targets.length > 1 ? (
        <Select
          label={t('Transaction')}
          allowDeselect={false}
          data={action.targets.map(({ transactionId: value, label }) => ({ value, label }))}
          value={target?.transactionId ?? null}
          onChange={(chosen) => {
            const next = action.targets.find((each) => each.transactionId === chosen)
            setTarget(next)
            if (next?.left !== undefined) setAmount(firstAmount(next.left, currency))
          }}
        />
      ) : (
        target && (
          <Text fz="sm" fw={600}>
            {target.label}
          </Text>
        )
      )}
      {action.hasAmount && (
        <TextInput
          data-autofocus
          label={t('Amount in {currency}', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          // What is typed replaces the whole of the remaining amount.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          {...(left !== undefined && { description: leftText(action, left, currency) })}
          error={
            ((isTried || amount.trim() !== '') && wrong) ||
            fieldProblem(change.error, 'transaction.amount') ||
            undefined
          }
        />
      )}
      <Textarea
        label={t('Note')}
        description={t('Stored with the transaction. Do not enter card numbers.')}
        autosize
        minRows={2}
        maxLength={noteLength}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={fieldProblem(change.error, 'merchantNote')}
      />
    </ConfirmDialog>
  )
}

const givesBack: ReadonlySet<string> = new Set(['REFUND', 'VOID'])

/** The classic way of paying twice. */
function DisputeWarning({ order: { disputes, currency } }: { readonly order: OrderDetails }) {
  const claims = disputes.filter(({ state }) => state !== 'WON').map(({ amount }) => amount)
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="alert" />}>
      {t(
        'The payer’s bank has claimed {money} of this order. If you give it back as well, the payer may get the money twice. Answer the dispute first.',
        { money: moneyText(sumOf(claims), currency) },
      )}
    </Alert>
  )
}

/** Rejecting it does the same, and ends the review. */
function ReviewWarning() {
  return (
    <Alert color="yellow" variant="light" role="alert" icon={<Icon name="review" />}>
      {t(
        'A payment of this order is in review. Rejecting it voids or refunds it, too, and ends the review; this action leaves the review open.',
      )}
    </Alert>
  )
}

function firstAmount(left: string | undefined, currency: string): string {
  return left === undefined || isZero(left) ? '' : amountToEdit(left, currency)
}

function leftText({ kind }: ConsoleAction, left: string, currency: string): string {
  const money = moneyText(left, currency)
  return kind === 'UPDATE_AUTHORIZATION' ? t('{money} authorized.', { money }) : t('{money} remaining.', { money })
}

interface DoneProps {
  readonly made: ManualTransactionResult
  readonly title: string
  readonly onClose: () => void
}

function ActionDone({ made, title, onClose }: DoneProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <ManualTransactionOutcome made={made} />
        <Group justify="end">
          <Button onClick={onClose} data-autofocus>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
