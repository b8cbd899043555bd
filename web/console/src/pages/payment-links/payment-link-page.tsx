// One payment link: its URL and QR code to share, its state, and the orders that payers have made through it.
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PaymentLinkBody, PaymentLinkOrderBody } from '../../../../../src/console/response-bodies/payment-links.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { shownStatusOf } from '../../../../../src/payments/rules/shown-status.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, CopyButton, Money, NoValue, StatusBadge, StatusWithSentence, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { RowName } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'
import { paymentLinkPath, paymentLinksPath } from './paths.ts'
import { PaymentLinkEmails, SendPaymentLinkButton } from './payment-link-emails.tsx'
import {
  askedAmountText,
  languageNames,
  type PaymentLinkOrderView,
  type PaymentLinkView,
  paymentsText,
  stateTones,
} from './wire.ts'

/** A payer may be paying while a clerk looks. */
const everyMs = 15_000

export function PaymentLinkPage() {
  const merchantId = useMerchantId()
  const paymentLinkId = usePathParameter('paymentLinkId')
  const reading = useRead<PaymentLinkBody>(paymentLinkPath(merchantId, paymentLinkId), {}, { everyMs })
  const mayDisable = usePermission('REQUEST_PAYMENT')
  const [isDisabling, setDisabling] = useState(false)
  const { data: paymentLink } = reading
  return (
    <Page
      title={t('Payment link')}
      description={paymentLink?.description ?? <Code>{paymentLinkId}</Code>}
      actions={
        mayDisable &&
        paymentLink?.state === 'OPEN' && (
          <Button variant="default" onClick={() => setDisabling(true)}>
            {t('Disable')}
          </Button>
        )
      }
    >
      <QueryContent reading={reading}>
        {(found) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Particulars paymentLink={found} />
              <Share paymentLink={found} />
            </SimpleGrid>
            <Orders paymentLink={found} />
            <PaymentLinkEmails paymentLink={found} />
          </>
        )}
      </QueryContent>
      {isDisabling && (
        <ChangeDialog
          onClose={() => setDisabling(false)}
          title={t('Disable this payment link?')}
          confirm={t('Disable payment link')}
          call={{ method: 'POST', path: `${paymentLinkPath(merchantId, paymentLinkId)}/disable`, body: {} }}
          refreshes={[paymentLinksPath(merchantId)]}
          done={t('The payment link was disabled.')}
        >
          <Text fz="sm">{t('Payers who open it see that it is closed. This cannot be undone.')}</Text>
        </ChangeDialog>
      )}
    </Page>
  )
}

function Particulars({ paymentLink }: { readonly paymentLink: PaymentLinkView }) {
  const { disabledAt, disabledBy, expiresAt, usesMax, language } = paymentLink
  return (
    <Section title={t('Details')}>
      <KeyValues
        items={[
          [
            t('State'),
            <StatusWithSentence
              key="state"
              subject="PAYMENT_LINK"
              status={paymentLink.state}
              tone={stateTones[paymentLink.state]}
            />,
          ],
          [t('Amount'), askedAmountText(paymentLink)],
          [t('Payments'), paymentsText(paymentLink)],
          [t('Action'), paymentLink.operation === 'PAY' ? t('Charge the payer') : t('Authorize')],
          [usesMax === 1 ? t('Order') : t('Orders begin with'), <Code key="order">{paymentLink.orderId}</Code>],
          [t('Language'), language === undefined ? t('The payer’s') : languageNames[language]],
          [t('Expires'), expiresAt === undefined ? t('Never') : <Time key="expires" at={expiresAt} />],
          [t('Created'), <Time key="created" at={paymentLink.createdAt} />],
          [t('Created by'), paymentLink.createdBy],
          [t('Disabled'), disabledAt !== undefined && <Time key="disabled" at={disabledAt} />],
          [t('Disabled by'), disabledBy],
        ]}
      />
    </Section>
  )
}

function Share({ paymentLink }: { readonly paymentLink: PaymentLinkView }) {
  const { url, state } = paymentLink
  if (state !== 'OPEN')
    return (
      <Section title={t('Share')}>
        <Text fz="sm" c="dimmed">
          {t('This link cannot be paid any more. Create another one if you need a further payment.')}
        </Text>
      </Section>
    )
  return (
    <Section title={t('Share')}>
      <Group align="start" gap="lg">
        <QrCode text={url} label={t('QR code of the payment link')} />
        <Stack gap="sm" style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <div>
            <Text fz="sm" c="dimmed">
              {t('URL')}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <span className="code" style={{ overflowWrap: 'anywhere' }}>
                {url}
              </span>
              <CopyButton value={url} label={t('Copy URL')} />
            </Group>
          </div>
          <Anchor fz="sm" href={new URL(url).pathname} target="_blank" rel="noopener noreferrer">
            {t('Open the payment page')}
          </Anchor>
          <SendPaymentLinkButton paymentLink={paymentLink} />
        </Stack>
      </Group>
    </Section>
  )
}

function Orders({ paymentLink }: { readonly paymentLink: PaymentLinkView }) {
  const merchantId = useMerchantId()
  const { query, pagePosition } = useUrlFilters([])
  const path = `${paymentLinkPath(merchantId, paymentLink.paymentLinkId)}/orders`
  const reading = useRead<ResultPage<PaymentLinkOrderBody>>(path, query, { keepsPrevious: true, everyMs })
  return (
    <ListPart title={t('Orders')} description={t('What payers have paid, or tried to pay, through this link.')}>
      <DataTable<PaymentLinkOrderView>
        caption={t('Orders of this payment link')}
        rows={reading.data?.rows}
        keyOf={({ orderId }) => orderId}
        linkOf={({ orderId }) => orderPath(merchantId, orderId)}
        columns={[
          { title: english('Order'), cell: ({ orderId }) => <RowName>{orderId}</RowName> },
          {
            title: english('Status'),
            cell: (order) => <ShownStatus order={order} />,
          },
          {
            title: english('Amount'),
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { title: english('Begun'), isMinor: true, cell: ({ begunAt }) => <Time at={begunAt} /> },
          { title: english('Paid at'), cell: ({ paidAt }) => <Time at={paidAt} /> },
        ]}
        empty={
          <EmptyState icon="order" title={t('No orders yet')}>
            {t('Orders appear here when payers pay, also those whose payment was declined.')}
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

function ShownStatus({ order }: { readonly order: PaymentLinkOrderView }) {
  const status = shownStatusOf(order)
  return status === undefined ? <NoValue /> : <StatusBadge status={status} subject="ORDER" />
}
