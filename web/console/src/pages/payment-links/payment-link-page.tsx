// One payment link: its URL and QR code to share, its state, and the orders that payers have made through it.
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  PaymentLinkBody,
  PaymentLinkOrderBody,
} from '../../../../../src/http/console/response-bodies/payment-links.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { useRead } from '../../api/queries.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, CopyButton, Money, NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'
import {
  askedAmountText,
  languageNames,
  type PaymentLinkOrderView,
  type PaymentLinkView,
  paymentLinkPath,
  paymentLinksPath,
  paymentsText,
  stateTones,
} from './wire.ts'

/** A payer may be paying while a clerk looks. */
const everyMs = 15_000

export function PaymentLinkPage() {
  const merchantId = useMerchantId()
  const linkId = usePathParameter('paymentLinkId')
  const reading = useRead<PaymentLinkBody>(paymentLinkPath(merchantId, linkId), {}, { everyMs })
  const mayDisable = useRight('REQUEST_PAYMENT')
  const [isDisabling, setDisabling] = useState(false)
  const { data: link } = reading
  return (
    <Page
      title="Payment link"
      description={link?.description ?? <Code>{linkId}</Code>}
      actions={
        mayDisable &&
        link?.state === 'OPEN' && (
          <Button variant="default" onClick={() => setDisabling(true)}>
            Disable
          </Button>
        )
      }
    >
      <QueryContent reading={reading}>
        {(found) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Particulars link={found} />
              <Share link={found} />
            </SimpleGrid>
            <Orders link={found} />
          </>
        )}
      </QueryContent>
      {isDisabling && (
        <ChangeDialog
          onClose={() => setDisabling(false)}
          title="Disable this payment link?"
          confirm="Disable link"
          call={{ method: 'POST', path: `${paymentLinkPath(merchantId, linkId)}/disable`, body: {} }}
          refreshes={[paymentLinksPath(merchantId)]}
          done="The payment link was disabled."
        >
          <Text fz="sm">Payers who open it see that it is closed. This cannot be undone.</Text>
        </ChangeDialog>
      )}
    </Page>
  )
}

function Particulars({ link }: { readonly link: PaymentLinkView }) {
  const { disabledAt, disabledBy, expiresAt, usesMax, language } = link
  return (
    <Section title="Details">
      <KeyValues
        items={[
          ['State', <StatusBadge key="state" status={link.state} tone={stateTones[link.state]} />],
          ['Amount', askedAmountText(link)],
          ['Payments', paymentsText(link)],
          ['Action', link.operation === 'PAY' ? 'Charge the payer' : 'Authorize'],
          [usesMax === 1 ? 'Order' : 'Orders begin with', <Code key="order">{link.orderId}</Code>],
          ['Language', language === undefined ? 'The payer’s' : languageNames[language]],
          ['Expires', expiresAt === undefined ? 'Never' : <Time key="expires" at={expiresAt} />],
          ['Created', <Time key="created" at={link.createdAt} />],
          ['Created by', link.createdBy],
          ['Disabled', disabledAt !== undefined && <Time key="disabled" at={disabledAt} />],
          ['Disabled by', disabledBy],
        ]}
      />
    </Section>
  )
}

function Share({ link }: { readonly link: PaymentLinkView }) {
  const { url, state } = link
  if (state !== 'OPEN')
    return (
      <Section title="Share">
        <Text fz="sm" c="dimmed">
          This link cannot be paid any more. Create another one if you need a further payment.
        </Text>
      </Section>
    )
  return (
    <Section title="Share">
      <Group align="start" gap="lg">
        <QrCode text={url} label="QR code of the payment link" />
        <Stack gap="sm" style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <div>
            <Text fz="sm" c="dimmed">
              URL
            </Text>
            <Group gap="xs" wrap="nowrap">
              <span className="code" style={{ overflowWrap: 'anywhere' }}>
                {url}
              </span>
              <CopyButton value={url} label="Copy URL" />
            </Group>
          </div>
          <Anchor fz="sm" href={new URL(url).pathname} target="_blank" rel="noopener noreferrer">
            Open the payment page
          </Anchor>
        </Stack>
      </Group>
    </Section>
  )
}

function Orders({ link }: { readonly link: PaymentLinkView }) {
  const merchantId = useMerchantId()
  const { query, pagePosition } = useUrlFilters([])
  const path = `${paymentLinkPath(merchantId, link.linkId)}/orders`
  const reading = useRead<ResultPage<PaymentLinkOrderBody>>(path, query, { keepsPrevious: true, everyMs })
  return (
    <ListPart title="Orders" description="What payers have paid, or tried to pay, through this link.">
      <DataTable<PaymentLinkOrderView>
        caption="Orders of this payment link"
        rows={reading.data?.rows}
        keyOf={({ orderId }) => orderId}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[
          { title: 'Order', cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          { title: 'Status', cell: ({ status }) => (status === null ? <NoValue /> : <StatusBadge status={status} />) },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: 'Begun', cell: ({ begunAt }) => <Time at={begunAt} /> },
        ]}
        empty={
          <EmptyState icon="order" title="No orders yet">
            Orders appear here when payers pay, also those whose payment was declined.
          </EmptyState>
        }
        error={reading.error}
        onRetry={() => void reading.refetch()}
        isStale={reading.isPlaceholderData}
      />
      <Paging position={pagePosition} next={reading.data?.next} />
    </ListPart>
  )
}
