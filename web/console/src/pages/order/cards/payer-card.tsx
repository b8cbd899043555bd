// The payer of an order: how to reach them, their addresses, and their other orders.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { PayerOrdersBody } from '../../../../../../src/console/response-bodies/orders.ts'
import { path } from '../../../api/client.ts'
import type { Jsonified } from '../../../api/json.ts'
import { useRead } from '../../../api/queries.ts'
import { t } from '../../../language/text.ts'
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
    [t('Name'), name],
    [t('E-mail'), email !== undefined && <CopyableText text={email} label={t('Copy e-mail address')} />],
    [t('Phone'), phone],
    [t('Mobile'), mobilePhone],
    [t('Billing address'), billing.length > 0 && <AddressLines lines={billing} />],
    [t('Shipping address'), shipping.length > 0 && <AddressLines lines={shipping} />],
    [t('IP address'), ipAddress !== undefined && <Code>{ipAddress}</Code>],
  ] as const
  const isKnown = items.some(([, value]) => value !== undefined && value !== false)
  return (
    <Section title={t('Payer')}>
      {isKnown ? (
        <KeyValues items={items} />
      ) : (
        <Text fz="sm" c="dimmed">
          {t('The payment has no details of the payer.')}
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
      <Loading what={t('other orders')}>
        <LinesSkeleton lines={2} />
      </Loading>
    )
  // Without an e-mail address and a token there is nothing to look for.
  if (data.email === undefined && data.token === undefined) return null
  return (
    <div className="other-orders">
      <Text fz="sm" fw={600} component="h3" mb={4}>
        {t('Other orders')}
      </Text>
      {data.orders.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {noneText(data)}
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
                  <Time at={order.createdAt} /> · {matchText(matches)}
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
          {data.email === undefined
            ? t('All orders with the same token')
            : t('All orders with the same e-mail address')}
        </Anchor>
      )}
    </div>
  )
}

/** "E-mail" is not broken at its hyphen. */
function matchText(matches: Jsonified<PayerOrdersBody>['orders'][number]['matches']): string {
  if (!matches.includes('TOKEN')) return t('same e\u2011mail')
  return matches.includes('EMAIL') ? t('same e\u2011mail and same token') : t('same token')
}

function noneText({ email, token }: Jsonified<PayerOrdersBody>): string {
  if (email === undefined) return t('None with the same token.')
  return token === undefined
    ? t('None with the same e-mail address.')
    : t('None with the same e-mail address or token.')
}

function allOrdersPath(merchantId: string, { email, token }: Jsonified<PayerOrdersBody>): string {
  return email === undefined
    ? `${ordersPath(merchantId)}?${new URLSearchParams({ token: token ?? '' })}`
    : `${path`/merchants/${merchantId}/search`}?${new URLSearchParams({ text: email })}`
}
