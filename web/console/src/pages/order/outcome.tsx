// The outcome of a manual transaction.
import { Alert, Stack, Text } from '@mantine/core'
import { moneyText } from '../../format/money.ts'
import { colourOf, toneOf } from '../../format/status.ts'
import { codeText, typeText } from '../../format/text.ts'
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
          ['Gateway code', codeText(made.gatewayCode)],
          ['Acquirer', acquirerText(made)],
          ['Transaction', <Code key="id">{made.transactionId}</Code>],
          ['Order status', made.orderStatus && <StatusBadge status={made.orderStatus} />],
        ]}
      />
    </Stack>
  )
}

function titleOf({ type, result, amount, currency }: ManualTransactionResult): string {
  const what = type === 'VERIFICATION' ? 'Verification' : `${typeText(type)} of ${moneyText(amount, currency)}`
  const came = {
    SUCCESS: 'succeeded',
    FAILURE: 'failed',
    PENDING: 'is in progress',
    UNKNOWN: 'has no known outcome yet',
  }
  return `${what} ${came[result]}`
}

function summaryOf({ type, result }: ManualTransactionResult) {
  if (result === 'SUCCESS')
    return type === 'REFUND_REQUEST' ? 'No money has moved yet. Another user must approve the refund.' : undefined
  if (result === 'FAILURE') return 'No money has moved.'
  return (
    <Text inherit>
      The gateway is checking the outcome. Do not repeat the transaction; check the order again later.
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
