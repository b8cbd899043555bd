// Every transaction of an order in a line, each with all that is kept of it folded below.
import { Accordion, Anchor, Stack, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import { path } from '../../api/client.ts'
import { moneyText } from '../../format/money.ts'
import { codeText } from '../../format/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Code, Money, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import type { TransactionDetailsView } from '../orders/wire.ts'
import { acquirerText } from './outcome.tsx'
import { entryPointText } from './timeline-entries.ts'

interface Props {
  readonly transactions: readonly TransactionDetailsView[]
  /** Unfolded at first. */
  readonly opened: string | undefined
}

export function Transactions({ transactions, opened }: Props) {
  return (
    <Accordion
      className="transactions"
      multiple
      defaultValue={opened === undefined ? [] : [opened]}
      variant="default"
      chevronPosition="left"
    >
      {transactions.map((transaction) => (
        <Accordion.Item key={transaction.transactionId} value={transaction.transactionId}>
          <Accordion.Control>
            <Line transaction={transaction} />
          </Accordion.Control>
          <Accordion.Panel>
            <Particulars transaction={transaction} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Line({ transaction }: { readonly transaction: TransactionDetailsView }) {
  const { type, transactionId, result, gatewayCode, amount, currency, timeOfRecord } = transaction
  return (
    <span className="transaction-line">
      <span>
        <Text span inherit fw={600}>
          {codeText(type)}
        </Text>{' '}
        <Text span c="dimmed" className="code">
          {transactionId}
        </Text>
      </span>
      <span>
        <StatusBadge status={result}>{codeText(gatewayCode ?? result)}</StatusBadge>
      </span>
      <Time at={timeOfRecord} />
      <Money amount={amount} currency={currency} />
    </span>
  )
}

function Particulars({ transaction }: { readonly transaction: TransactionDetailsView }) {
  const { request, answer } = transaction
  const { response, transaction: details, risk } = answer ?? {}
  const card = request.sourceOfFunds?.provided?.card
  const token = request.sourceOfFunds?.token
  const rules = risk?.response?.rule ?? []
  return (
    <Stack gap="md" fz="sm">
      <KeyValues
        items={[
          [
            'Transaction',
            <Code key="id" isCopyable>
              {transaction.transactionId}
            </Code>,
          ],
          ['Amount', moneyText(transaction.amount, transaction.currency)],
          ['Amount set by', transaction.amountSource === 'PAGE' ? "The shop's page" : undefined],
          ['Source', entryPointText(transaction)],
          ['Card', card?.number && <Code key="card">{card.number}</Code>],
          ['Name on card', card?.nameOnCard],
          ['Token', token && <TokenLink key="token" token={token} />],
          ['Target transaction', transaction.targetTransactionId ?? transaction.approvesTransactionId],
          ['Acquirer', transaction.acquirerId],
          ['Acquirer link', transaction.linkId],
          ['Failover', transaction.failedOver?.map(failoverText).join('; ')],
          ['Acquirer response', response && acquirerText(response)],
          ['Authorization code', details?.authorizationCode],
          ['Receipt', details?.receipt],
          ['Batch', transaction.batch?.toString()],
          ['Security code', codeWords(response?.cardSecurityCode?.gatewayCode)],
          ['Address check', codeWords(response?.cardholderVerification?.avs?.gatewayCode)],
          ['Risk', transaction.risk && <StatusBadge status={transaction.risk} />],
          ['Decision', transaction.decision && <StatusBadge status={transaction.decision} />],
          ['Decided by', risk?.response?.review?.userId],
          ['Reversal', transaction.reversal && <StatusBadge status={`REVERSAL_${transaction.reversal}`} />],
          ['Manual resolution required', transaction.manualResolution && <StatusBadge status="MANUAL_RESOLUTION" />],
          ['Reference', request.transaction?.reference],
          ['Note', request.transaction?.merchantNote],
          ['Last changed', <Time key="changed" at={transaction.updatedAt} />],
        ]}
      />
      {rules.length > 0 && <Rules rules={rules} />}
      <StoredJson title="Request" value={request} />
      {answer && <StoredJson title="Response" value={answer} />}
    </Stack>
  )
}

function TokenLink({ token }: { readonly token: string }) {
  const merchantId = useMerchantId()
  return (
    <Anchor component={Link} href={path`/merchants/${merchantId}/tokens/${token}`} inherit>
      <Code>{token}</Code>
    </Anchor>
  )
}

function failoverText({ linkId, why }: { readonly linkId: string; readonly why: string }): string {
  return `${linkId} did not receive the request: ${why}`
}

function codeWords(code: string | undefined): string | undefined {
  return code === undefined ? undefined : codeText(code)
}

type Rule = NonNullable<NonNullable<NonNullable<TransactionDetailsView['answer']>['risk']>['response']>['rule']

function Rules({ rules }: { readonly rules: NonNullable<Rule> }) {
  return (
    <Table captionSide="top">
      <Table.Caption ta="start">Risk rules evaluated</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Rule</Table.Th>
          <Table.Th scope="col">Value</Table.Th>
          <Table.Th scope="col">Recommendation</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rules.map(({ name, type, data, recommendation }) => (
          <Table.Tr key={`${type} ${name}`}>
            <Table.Td>{codeText(name)}</Table.Td>
            <Table.Td>{data}</Table.Td>
            <Table.Td>{codeText(recommendation)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** As it is kept: account numbers masked, security codes not there at all. */
function StoredJson({ title, value }: { readonly title: string; readonly value: object }) {
  return (
    <details className="kept-fold">
      <summary>{title}, as stored</summary>
      <pre className="kept">{JSON.stringify(value, undefined, 2)}</pre>
    </details>
  )
}
