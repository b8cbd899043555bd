// One order: its totals, what it was paid with and by whom, its timeline, and the possible actions.

import type { OrderDetailsBody } from '../../../../../src/console/response-bodies/orders.ts'
import { shownStatusOf } from '../../../../../src/payments/rules/shown-status.ts'
import { isPaidInPart, looksComplete } from '../../../../../src/search/rules/partial-approval.ts'
import './order.css'
import { Anchor, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../api/queries.ts'
import { amountText, isZero } from '../../format/money.ts'
import { noOutcomeText } from '../../format/text.ts'
import { t, tx } from '../../language/text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { OrderSkeleton } from '../../parts/skeletons.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { CopyButton, Money, StatusBadge, StatusSentence, Time } from '../../parts/values.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type OrderDetails, orderPath, ordersPath } from '../orders/wire.ts'
import { paymentLinkPath } from '../payment-links/paths.ts'
import { PayerCard } from './cards/payer-card.tsx'
import { PaymentMethodCard } from './cards/payment-method-card.tsx'
import { RiskCard } from './cards/risk-card.tsx'
import { DisputeBanners } from './dispute-banners.tsx'
import { doubtOf } from './doubts.ts'
import { NoteForm } from './note-form.tsx'
import { OrderActions } from './order-actions.tsx'
import { PartialBanners, ReversalBanners } from './reversal-banners.tsx'
import { Timeline } from './timeline.tsx'
import { WaitingBanners } from './waiting-banner.tsx'

/** While something is under way. */
const busyEveryMs = 2_000

export function OrderPage() {
  const merchantId = useMerchantId()
  const orderId = usePathParameter('orderId')
  const [isBusy, setBusy] = useState(false)
  const reading = useRead<OrderDetailsBody>(orderPath(merchantId, orderId), {}, isBusy ? { everyMs: busyEveryMs } : {})
  const { data } = reading
  useEffect(() => setBusy(data?.isLocked ?? false), [data])
  return (
    <Page
      title={t('Order {orderId}', { orderId })}
      description={
        <>
          <Group gap="xs">
            {data && <ShownStatus order={data} />}
            {data?.isLocked && <StatusBadge status="PENDING">{t('In progress')}</StatusBadge>}
            {data && <span>{tx('Opened {time}', { time: <Time key="time" at={data.createdAt} /> })}</span>}
            <CopyButton value={orderId} label={t('Copy order ID')} />
            <Anchor component={Link} href={ordersPath(merchantId)} inherit className="unprinted">
              {t('All orders')}
            </Anchor>
          </Group>
          {data && <ShownSentence order={data} />}
        </>
      }
      actions={data && <OrderActions order={data} />}
    >
      <QueryContent reading={reading} skeleton={<OrderSkeleton />}>
        {(order) => <OrderContent order={order} />}
      </QueryContent>
    </Page>
  )
}

function ShownStatus({ order }: { readonly order: OrderDetails }) {
  const status = shownStatusOf(order)
  if (status === undefined) return order.isLocked ? null : <StatusBadge status="PENDING">{noOutcomeText()}</StatusBadge>
  return isLess(order) || isUncertain(order) ? (
    <StatusBadge status={status} tone="waiting" />
  ) : (
    <StatusBadge status={status} subject="ORDER" />
  )
}

function ShownSentence({ order }: { readonly order: OrderDetails }) {
  if (isUncertain(order))
    return (
      <div className="status-sentence">
        {t('The outcome of a transaction is not known: money may have moved. See below what to do.')}
      </div>
    )
  if (!isLess(order)) return <StatusSentence subject="ORDER" status={shownStatusOf(order)} />
  return (
    <div className="status-sentence">
      {t('Less than requested was approved. Collect the rest by other means, or void the payment.')}
    </div>
  )
}

/** What looks complete is not when only a part was approved. */
function isLess(order: OrderDetails): boolean {
  return looksComplete(shownStatusOf(order)) && order.transactions.some(isPaidInPart)
}

/** What a status says of the order as a whole is not true of a transaction without outcome. */
function isUncertain({ transactions, openReversal }: OrderDetails): boolean {
  return openReversal === undefined && transactions.some((each) => doubtOf(each) !== undefined)
}

function OrderContent({ order }: { readonly order: OrderDetails }) {
  return (
    <>
      <ReversalBanners order={order} />
      <PartialBanners order={order} />
      <DisputeBanners order={order} />
      <WaitingBanners order={order} />
      <Totals order={order} />
      <div className="order-columns">
        <div className="order-side">
          <OrderFacts order={order} />
          <PaymentMethodCard order={order} />
          <PayerCard order={order} />
          <RiskCard order={order} />
        </div>
        <Section title={t('Timeline')}>
          <NoteForm order={order} />
          <Timeline order={order} />
        </Section>
      </div>
    </>
  )
}

/** As many characters fit at the usual size. */
const longAmountMin = 12

function Totals({ order }: { readonly order: OrderDetails }) {
  const totals: readonly (readonly [name: string, amount: string, isOutgoing?: boolean])[] = [
    [t('Amount'), order.amount],
    [t('Authorized'), order.authorized],
    [t('Captured'), order.captured],
    [t('Refunded'), order.refunded, true],
    ...(isZero(order.disputed) ? [] : [[t('Disputed'), order.disputed, true] as const]),
    ...(isZero(order.chargedBack) ? [] : [[t('Charged back'), order.chargedBack, true] as const]),
  ]
  const hasLong = totals.some(([, amount]) => amountText(amount, order.currency).length > longAmountMin)
  return (
    <dl className={hasLong ? 'paper totals has-long' : 'paper totals'}>
      {totals.map(([name, amount, isOutgoing = false]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} currency={order.currency} isOutgoing={isOutgoing} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What the requests say of the order. */
function OrderFacts({ order }: { readonly order: OrderDetails }) {
  const requests = order.transactions.map(({ request }) => request)
  const about = requests.find(({ order: details }) => details?.reference ?? details?.description)?.order
  const { merchantId, paymentLink } = order
  if (!about && !paymentLink) return null
  return (
    <Section title={t('Order details')}>
      <KeyValues
        items={[
          [t('Reference'), about?.reference],
          [t('Description'), about?.description],
          [
            t('Payment link'),
            paymentLink && (
              <Anchor component={Link} href={paymentLinkPath(merchantId, paymentLink.paymentLinkId)} inherit>
                {paymentLink.description ?? paymentLink.paymentLinkId}
              </Anchor>
            ),
          ],
        ]}
      />
    </Section>
  )
}
