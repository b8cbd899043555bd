// The outcome of a manual transaction.
import { Alert, Stack, Text } from '@mantine/core'
import { moneyText } from '../../format/money.ts'
import { colourOf, toneOf } from '../../format/status.ts'
import { codeText, typeText } from '../../format/text.ts'
import { english, t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Code, StatusBadge } from '../../parts/values.tsx'
import type { ManualTransactionResult } from '../orders/wire.ts'

export function ManualTransactionOutcome({ made }: { readonly made: ManualTransactionResult }) {
  const isGood = made.result === 'SUCCESS'
  return (
    <Stack gap="md" fz="sm">
      <Alert
        role="status"
        variant="light"
        color={colourOf[toneOf(made.result)]}
        icon={<Icon name={isGood ? 'check' : 'alert'} />}
        title={titleOf(made)}
      >
        {summaryOf(made)}
      </Alert>
      <KeyValues
        items={[
          [t('Gateway code'), codeText(made.gatewayCode)],
          [t('Acquirer'), acquirerText(made)],
          [t('Transaction'), <Code key="id">{made.transactionId}</Code>],
          [t('Order status'), made.orderStatus && <StatusBadge status={made.orderStatus} />],
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

function titleOf({ type, result, amount, currency }: ManualTransactionResult): string {
  const what =
    type === 'VERIFICATION'
      ? t('Verification')
      : t('{type} of {amount}', { type: typeText(type), amount: moneyText(amount, currency) })
  return t(resultTexts[result], { what })
}

function summaryOf({ type, result }: ManualTransactionResult) {
  if (result === 'SUCCESS')
    return type === 'REFUND_REQUEST' ? t('No money has moved yet. Another user must approve the refund.') : undefined
  if (result === 'FAILURE') return t('No money has moved.')
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
