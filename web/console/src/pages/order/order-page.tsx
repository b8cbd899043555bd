// One order: its totals, its transactions, its timeline, and the possible actions.
import type { OrderDetailsBody } from '../../../../../src/http/console/response-bodies/orders.ts'
import './order.css'
import { Anchor, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { useRead } from '../../api/queries.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { CopyButton, Money, StatusBadge, Time } from '../../parts/values.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { type OrderDetails, orderPath, ordersPath } from '../orders/wire.ts'
import { OrderActions } from './order-actions.tsx'
import { Timeline } from './timeline.tsx'
import { Transactions } from './transactions.tsx'
import { WaitingBanners } from './waiting-banner.tsx'

/** While something is under way. */
const busyEveryMs = 2_000

export function OrderPage() {
  const merchantId = useMerchantId()
  const orderId = usePathParameter('orderId')
  const [isBusy, setBusy] = useState(false)
  const reading = useRead<OrderDetailsBody>(orderPath(merchantId, orderId), {}, isBusy ? { everyMs: busyEveryMs } : {})
  const { data } = reading
  useEffect(() => setBusy(data?.isBusy ?? false), [data])
  return (
    <Page
      title={`Order ${orderId}`}
      description={
        <Group gap="xs">
          {data?.status && <StatusBadge status={data.status} />}
          {data?.isBusy && <StatusBadge status="PENDING">In progress</StatusBadge>}
          {data && (
            <span>
              Opened <Time at={data.createdAt} />
            </span>
          )}
          <CopyButton value={orderId} label="Copy order ID" />
          <Anchor component={Link} href={ordersPath(merchantId)} inherit>
            All orders
          </Anchor>
        </Group>
      }
      actions={data && <OrderActions order={data} />}
    >
      <QueryContent reading={reading} lines={10}>
        {(order) => <OrderContent order={order} />}
      </QueryContent>
    </Page>
  )
}

function OrderContent({ order }: { readonly order: OrderDetails }) {
  const opened = new URLSearchParams(useSearch()).get('transaction') ?? undefined
  return (
    <>
      <WaitingBanners order={order} />
      <Totals order={order} />
      <div className="order-columns">
        <Section title="Transactions">
          <Transactions transactions={order.transactions} opened={opened} />
        </Section>
        <div className="order-side">
          <OrderFacts order={order} />
          <Section title="Timeline">
            <Timeline order={order} />
          </Section>
        </div>
      </div>
    </>
  )
}

function Totals({ order }: { readonly order: OrderDetails }) {
  const totals = [
    ['Amount', order.amount],
    ['Authorized', order.authorized],
    ['Captured', order.captured],
    ['Refunded', order.refunded],
  ] as const
  return (
    <dl className="paper totals">
      {totals.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} currency={order.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What the requests say of the order and its payer. */
function OrderFacts({ order }: { readonly order: OrderDetails }) {
  const requests = order.transactions.map(({ request }) => request)
  const about = requests.find(({ order: details }) => details?.reference ?? details?.description)?.order
  const customer = requests.find((request) => request.customer)?.customer
  const name = [customer?.firstName, customer?.lastName].filter((part) => part !== undefined).join(' ')
  const items = [
    ['Reference', about?.reference],
    ['Description', about?.description],
    ['Payer', name || undefined],
    ['Email', customer?.email],
  ] as const
  if (items.every(([, value]) => value === undefined)) return null
  return (
    <Section title="Details">
      <KeyValues items={items} />
    </Section>
  )
}
