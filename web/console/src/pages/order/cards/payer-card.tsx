// The payer of an order: how to reach them, their addresses, and their other orders.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { PayerOrdersBody } from '../../../../../../src/http/console/response-bodies/orders.ts'
import { path } from '../../../api/client.ts'
import type { Jsonified } from '../../../api/json.ts'
import { useRead } from '../../../api/queries.ts'
import { KeyValues } from '../../../parts/key-values.tsx'
import { Section } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { LinesSkeleton, Loading } from '../../../parts/skeletons.tsx'
import { Code, CopyButton, Money, Time } from '../../../parts/values.tsx'
import { OrderStatusBadge } from '../../orders/cells.tsx'
import { type OrderDetails, orderPath, ordersPath } from '../../orders/wire.ts'
import { payerOf } from './order-parts.ts'

export function PayerCard({ order }: { readonly order: OrderDetails }) {
  const { name, email, phone, mobilePhone, ipAddress, billing, shipping } = payerOf(order)
  const items = [
    ['Name', name],
    ['E-mail', email !== undefined && <CopyableText text={email} label="Copy e-mail address" />],
    ['Phone', phone],
    ['Mobile', mobilePhone],
    ['Billing address', billing.length > 0 && <AddressLines lines={billing} />],
    ['Shipping address', shipping.length > 0 && <AddressLines lines={shipping} />],
    ['IP address', ipAddress !== undefined && <Code>{ipAddress}</Code>],
  ] as const
  const isKnown = items.some(([, value]) => value !== undefined && value !== false)
  return (
    <Section title="Payer">
      {isKnown ? (
        <KeyValues items={items} />
      ) : (
        <Text fz="sm" c="dimmed">
          The payment has no details of the payer.
        </Text>
      )}
      <OtherOrders order={order} />
    </Section>
  )
}

function CopyableText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <>
      {text} <CopyButton value={text} label={label} />
    </>
  )
}

function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <>
      {lines.map((line) => (
        <Text span display="block" inherit key={line}>
          {line}
        </Text>
      ))}
    </>
  )
}

/** The list is read once: it is a search, and the page itself is read again while something is in progress. */
function OtherOrders({ order: { merchantId, orderId } }: { readonly order: OrderDetails }) {
  const { data, error } = useRead<PayerOrdersBody>(path`/merchants/${merchantId}/orders/${orderId}/payer-orders`)
  if (error && !data) return <Problem error={error} />
  if (!data)
    return (
      <Loading what="other orders">
        <LinesSkeleton lines={2} />
      </Loading>
    )
  // Without an e-mail address and a token there is nothing to look for.
  if (data.email === undefined && data.token === undefined) return null
  return (
    <div className="other-orders">
      <Text fz="sm" fw={600} component="h3" mb={4}>
        Other orders
      </Text>
      {data.orders.length === 0 ? (
        <Text fz="sm" c="dimmed">
          None with the same {sharedText(data)}.
        </Text>
      ) : (
        <ul className="plain-list">
          {data.orders.map(({ order, matches }) => (
            <li key={order.orderId}>
              <span>
                <Anchor component={Link} href={orderPath(merchantId, order.orderId)} fw={600} inherit>
                  {order.orderId}
                </Anchor>
                <Text span display="block" c="dimmed" fz="xs">
                  <Time at={order.createdAt} /> · {matches.map((match) => matchTexts[match]).join(' and ')}
                </Text>
              </span>
              <span>
                <Money amount={order.amount} currency={order.currency} />
                <Text span display="block">
                  <OrderStatusBadge order={order} />
                </Text>
              </span>
            </li>
          ))}
        </ul>
      )}
      {data.hasMore && (
        <Anchor component={Link} href={allOrdersPath(merchantId, data)} fz="sm">
          All orders with the same {data.email === undefined ? matchNames.TOKEN : matchNames.EMAIL}
        </Anchor>
      )}
    </div>
  )
}

const matchNames = { EMAIL: 'e-mail address', TOKEN: 'token' } as const
/** Not broken at its hyphen. */
const matchTexts = { EMAIL: 'same e\u2011mail', TOKEN: 'same token' } as const

function sharedText({ email, token }: Jsonified<PayerOrdersBody>): string {
  if (email === undefined) return matchNames.TOKEN
  return token === undefined ? matchNames.EMAIL : `${matchNames.EMAIL} or ${matchNames.TOKEN}`
}

function allOrdersPath(merchantId: string, { email, token }: Jsonified<PayerOrdersBody>): string {
  return email === undefined
    ? `${ordersPath(merchantId)}?${new URLSearchParams({ token: token ?? '' })}`
    : `${path`/merchants/${merchantId}/search`}?${new URLSearchParams({ text: email })}`
}
