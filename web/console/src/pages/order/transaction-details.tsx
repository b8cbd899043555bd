// All that is stored of a transaction, folded below its entry of the timeline.
import { Anchor, Stack, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { path } from '../../api/client.ts'
import { addressCheckText, ruleFact, ruleText, securityCodeText } from '../../format/checks.ts'
import { moneyText } from '../../format/money.ts'
import { toneOf } from '../../format/status.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Code, StatusBadge, StatusWithSentence, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import type { TransactionDetailsView } from '../orders/wire.ts'
import { acquirerText } from './outcome.tsx'
import { entryPointText } from './timeline-entries.ts'

interface Props {
  readonly transaction: TransactionDetailsView
  /** Initially expanded. */
  readonly isOpened: boolean
}

export function TransactionDetails({ transaction, isOpened }: Props) {
  const { transactionId, request, response } = transaction
  return (
    <>
      <Fold title={t('Details')} of={transactionId} isOpened={isOpened}>
        <Particulars transaction={transaction} />
      </Fold>
      <Fold title={t('Request')} of={transactionId}>
        <StoredJson value={request} />
      </Fold>
      {response && (
        <Fold title={t('Response')} of={transactionId}>
          <StoredJson value={response} />
        </Fold>
      )}
    </>
  )
}

interface FoldProps {
  readonly title: string
  readonly of: string
  readonly isOpened?: boolean
  readonly children: ReactNode
}

function Fold({ title, of, isOpened = false, children }: FoldProps) {
  return (
    <details className="kept-fold" {...(isOpened && { open: true })}>
      <summary>
        {title}
        <VisuallyHidden> {t('of transaction {transactionId}', { transactionId: of })}</VisuallyHidden>
      </summary>
      {children}
    </details>
  )
}

function Particulars({ transaction }: { readonly transaction: TransactionDetailsView }) {
  const { request, response: stored } = transaction
  const { response, transaction: details, risk } = stored ?? {}
  const card = request.sourceOfFunds?.provided?.card
  const token = request.sourceOfFunds?.token
  const rules = risk?.response?.rule ?? []
  return (
    <Stack gap="md" fz="sm" mt="xs">
      <KeyValues
        items={[
          [
            t('Transaction'),
            <Code key="id" isCopyable>
              {transaction.transactionId}
            </Code>,
          ],
          [t('Amount'), moneyText(transaction.amount, transaction.currency)],
          [t('Requested amount'), details?.requestedAmount && moneyText(details.requestedAmount, transaction.currency)],
          [t('Amount set by'), transaction.amountSource === 'PAGE' ? t("The shop's page") : undefined],
          [t('Source'), entryPointText(transaction)],
          [t('Card'), card?.number && <Code key="card">{card.number}</Code>],
          [t('Name on card'), card?.nameOnCard],
          [t('Token'), token && <TokenLink key="token" token={token} />],
          [t('Target transaction'), transaction.targetTransactionId ?? transaction.approvesTransactionId],
          [t('Acquirer'), transaction.acquirerId],
          [t('Acquirer link'), transaction.linkId],
          [t('Failover'), transaction.failedOver?.map(failoverText).join('; ')],
          [t('Acquirer response'), response && acquirerText(response)],
          [t('Authorization code'), details?.authorizationCode],
          [t('Receipt'), details?.receipt],
          [t('Batch'), transaction.batch?.toString()],
          [t('Security code'), worded(securityCodeText, response?.cardSecurityCode?.gatewayCode)],
          [t('Address check'), worded(addressCheckText, response?.cardholderVerification?.avs?.gatewayCode)],
          [t('Risk'), transaction.risk && <StatusBadge status={transaction.risk} />],
          [
            t('Decision'),
            transaction.decision && transaction.type !== 'CHARGEBACK' && (
              <StatusWithSentence
                subject={transaction.type === 'REFUND_REQUEST' ? 'REFUND_REQUEST' : 'REVIEW'}
                status={transaction.decision}
              />
            ),
          ],
          [t('Decided by'), risk?.response?.review?.userId],
          [
            t('Reversal'),
            transaction.reversal && (
              <StatusWithSentence
                subject="REVERSAL"
                status={transaction.reversal}
                tone={toneOf(`REVERSAL_${transaction.reversal}`)}
              >
                {codeText(`REVERSAL_${transaction.reversal}`)}
              </StatusWithSentence>
            ),
          ],
          [t('Manual resolution required'), transaction.manualResolution && <StatusBadge status="MANUAL_RESOLUTION" />],
          [transaction.type === 'CHARGEBACK' ? t('Case number') : t('Reference'), request.transaction?.reference],
          [t('Note'), request.transaction?.merchantNote],
          [t('Last changed'), <Time key="changed" at={transaction.updatedAt} />],
        ]}
      />
      {rules.length > 0 && <Rules rules={rules} />}
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
  return t('{linkId} did not receive the request: {why}', { linkId, why })
}

function worded(words: (code: string) => string, code: string | undefined): string | undefined {
  return code === undefined ? undefined : words(code)
}

type Rule = NonNullable<NonNullable<NonNullable<TransactionDetailsView['response']>['risk']>['response']>['rule']

function Rules({ rules }: { readonly rules: NonNullable<Rule> }) {
  return (
    <Table captionSide="top">
      <Table.Caption ta="start">{t('Risk rules evaluated')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Rule')}</Table.Th>
          <Table.Th scope="col">{t('Value')}</Table.Th>
          <Table.Th scope="col">{t('Recommendation')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rules.map(({ name, type, data, recommendation }) => (
          <Table.Tr key={`${type} ${name}`}>
            <Table.Td>{ruleText({ name })}</Table.Td>
            <Table.Td>{data === undefined ? '' : ruleFact({ name, data })}</Table.Td>
            <Table.Td>{codeText(recommendation)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** As it is stored: account numbers masked, without security codes. */
function StoredJson({ value }: { readonly value: object }) {
  return <pre className="kept">{JSON.stringify(value, undefined, 2)}</pre>
}
