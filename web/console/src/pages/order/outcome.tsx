// The outcome of a manual transaction.
import { Alert, Stack, Text } from '@mantine/core'
import { shownStatusOf } from '../../../../../src/payments/rules/shown-status.ts'
import { isRefundedInPart } from '../../../../../src/search/rules/partial-approval.ts'
import { moneyText } from '../../format/money.ts'
import { colourOf, toneOf } from '../../format/status.ts'
import { sentenceOf } from '../../format/status-sentence.ts'
import { codeText, typeText } from '../../format/text.ts'
import { english, t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Code, StatusBadge } from '../../parts/values.tsx'
import type { ManualTransactionResult } from '../orders/wire.ts'
import { failureText } from './doubts.ts'

export function ManualTransactionOutcome({ made }: { readonly made: ManualTransactionResult }) {
  const isGood = made.result === 'SUCCESS'
  // A request moves no money, and of a partial approval less moves than was asked for.
  const isComplete =
    !isGood || (made.type !== 'REFUND_REQUEST' && made.gatewayCode !== 'PARTIALLY_APPROVED' && !isHeldNow(made))
  const tone = isComplete ? toneOf(made.result) : 'waiting'
  const status = shownStatusOf({ ...made, status: made.orderStatus })
  return (
    <Stack gap="md" fz="sm">
      <Alert
        role="status"
        variant="light"
        color={colourOf[tone]}
        icon={<Icon name={isGood && isComplete ? 'check' : 'alert'} />}
        title={titleOf(made)}
      >
        {summaryOf(made)}
      </Alert>
      <KeyValues
        items={[
          [t('Gateway code'), made.type === 'REFUND_REQUEST' ? undefined : codeText(made.gatewayCode)],
          [t('Acquirer'), acquirerText(made)],
          [t('Transaction'), <Code key="id">{made.transactionId}</Code>],
          [t('Order status'), status && <StatusBadge status={status} subject="ORDER" />],
          [t('Receipt by e-mail'), made.receiptTo && t('Will be sent to {address}', { address: made.receiptTo })],
        ]}
      />
    </Stack>
  )
}

const resultTexts: Readonly<Record<ManualTransactionResult['result'], string>> = {
  SUCCESS: english('{what} succeeded'),
  FAILURE: english('{what} failed'),
  PENDING: english('{what} is in progress'),
  UNKNOWN: english('{what} has no known outcome yet'),
}

function titleOf({ type, result, amount, currency, gatewayCode }: ManualTransactionResult): string {
  const money = moneyText(amount, currency)
  if (result === 'SUCCESS' && type === 'REFUND_REQUEST') return t('Refund of {money} requested', { money })
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return type === 'REFUND' ? t('Only {money} refunded', { money }) : t('Only {money} approved', { money })
  const what =
    type === 'VERIFICATION'
      ? t('Verification')
      : t('{type} of {amount}', { type: typeText(type), amount: moneyText(amount, currency) })
  return t(resultTexts[result], { what })
}

const assessed: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

/** Approved, and held by a risk rule. */
function isHeldNow({ type, result, isInReview }: ManualTransactionResult): boolean {
  return result === 'SUCCESS' && isInReview && assessed.has(type)
}

function summaryOf(made: ManualTransactionResult) {
  const { type, result, openReversal, gatewayCode } = made
  if (isHeldNow(made)) return sentenceOf('REVIEW', 'PENDING')
  if (isRefundedInPart(made)) return t('Less than requested was refunded. Refund the rest again.')
  if (gatewayCode === 'PARTIALLY_APPROVED')
    return t('Less than requested was approved. Collect the rest by other means, or void the payment.')
  if (result === 'SUCCESS')
    return type === 'REFUND_REQUEST' ? t('No money has moved yet. Another user must approve the refund.') : undefined
  if (result === 'FAILURE') return failureText(openReversal)
  return (
    <Text inherit>
      {t('The gateway is checking the outcome. Do not repeat the transaction; check the order again later.')}
    </Text>
  )
}

export function acquirerText(answer: {
  readonly acquirerCode?: string
  readonly acquirerMessage?: string
}): string | undefined {
  const { acquirerCode, acquirerMessage } = answer
  return [acquirerCode, acquirerMessage].filter((text) => text !== undefined).join(' · ') || undefined
}
