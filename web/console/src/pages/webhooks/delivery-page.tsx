// One notification: where it went, every try, and what was sent, masked.
import { Anchor, Button, SimpleGrid } from '@mantine/core'
import { Link } from 'wouter'
import type {
  DeliveryDetailsBody,
  ReplayBody,
  SendNowBody,
} from '../../../../../src/console/response-bodies/webhooks.ts'
import { path } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { indentedJson } from '../../format/json.ts'
import { codeText } from '../../format/text.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { Code, CopyButton, NoValue, StatusWithSentence, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { notifyReplayed, notifySending } from './replay-dialog.tsx'
import { type DeliveryDetails, deliveriesPath } from './webhooks.ts'

export function DeliveryPage() {
  const merchantId = useMerchantId()
  const mayReplay = usePermission('CONFIGURE')
  const notificationId = usePathParameter('notificationId')
  const list = deliveriesPath(merchantId)
  const reading = useRead<DeliveryDetailsBody>(`${list}/${encodeURIComponent(notificationId)}`, {}, { everyMs: 3_000 })
  const replay = useChange<ReplayBody>(
    () => ({ method: 'POST', path: `${list}/replay`, body: { notificationIds: [notificationId] } }),
    { refreshes: [list], onDone: notifyReplayed },
  )
  const sendNow = useChange<SendNowBody>(
    () => ({ method: 'POST', path: `${list}/send-now`, body: { notificationIds: [notificationId] } }),
    { refreshes: [list], onDone: notifySending },
  )
  const problem = sendNow.error ?? replay.error
  return (
    <Page
      title={t('Notification')}
      description={<Code isCopyable>{notificationId}</Code>}
      actions={
        mayReplay &&
        reading.data &&
        (reading.data.state === 'PENDING' ? (
          <Button
            variant="default"
            loading={sendNow.isPending}
            onClick={() => sendNow.mutate()}
            leftSection={<Icon name="bell" size={16} />}
          >
            {t('Send now')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
            leftSection={<Icon name="refresh" size={16} />}
          >
            {t('Replay')}
          </Button>
        ))
      }
    >
      {problem ? <Problem error={problem} /> : null}
      <QueryContent reading={reading}>
        {(delivery) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Particulars delivery={delivery} />
              <Section title={t('Request')} actions={<CopyButton value={delivery.body} label={t('Copy body')} />}>
                <TextBlock label={t('Body')}>{indentedJson(delivery.body)}</TextBlock>
              </Section>
            </SimpleGrid>
            <Tries tries={delivery.tries} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function Particulars({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { orderId, state, nextAt } = delivery
  const order = path`/merchants/${useMerchantId()}/orders/${orderId}`
  return (
    <Section title={t('Details')}>
      <KeyValues
        items={[
          [t('Status'), <StatusWithSentence key="state" subject="NOTIFICATION" status={state} />],
          [
            t('Order'),
            <Anchor key="order" component={Link} href={order} inherit>
              <Code>{orderId}</Code>
            </Anchor>,
          ],
          [t('Transaction'), <Code key="transaction">{delivery.transactionId}</Code>],
          [t('Webhook'), <Code key="webhook">{delivery.url}</Code>],
          [t('Created'), <Time key="made" at={delivery.createdAt} />],
          [t('Ended'), delivery.endedAt && <Time key="ended" at={delivery.endedAt} />],
          [t('Next attempt'), state === 'PENDING' && nextAt && <Time key="next" at={nextAt} isRelative />],
          [t('API version'), String(delivery.apiVersion)],
        ]}
      />
    </Section>
  )
}

type Try = DeliveryDetails['tries'][number]

const columns: readonly [Column<Try>, ...Column<Try>[]] = [
  { title: english('Attempt'), cell: ({ attempt }) => t('Attempt {number}', { number: attempt }) },
  { title: english('Time'), cell: ({ at }) => <Time at={at} /> },
  { title: english('Response'), cell: ({ status, problem }) => status ?? (problem ? codeText(problem) : <NoValue />) },
  { title: english('Response body'), cell: ({ excerpt }) => (excerpt ? <Code>{excerpt}</Code> : <NoValue />) },
  { title: english('Duration'), cell: ({ tookMs }) => t('{number} ms', { number: tookMs }), isNumber: true },
]

function Tries({ tries }: { readonly tries: readonly Try[] }) {
  return (
    <ListPart title={t('Attempts')}>
      <DataTable
        caption={t('Attempts')}
        columns={columns}
        rows={tries}
        keyOf={({ attempt }) => String(attempt)}
        empty={
          <EmptyState icon="bell" title={t('No attempts yet')}>
            {t('The notification will be sent shortly.')}
          </EmptyState>
        }
      />
    </ListPart>
  )
}
