// What happened to an order, the newest first; each entry with the messages that were exchanged, for users who may see them.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { OrderMessagesBody } from '../../../../../src/http/console/response-bodies/messages.ts'
import { useRead } from '../../api/queries.ts'
import { Problem } from '../../parts/dialogs.tsx'
import { Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { type OrderDetails, orderMessagesPath } from '../orders/wire.ts'
import { ExchangedMessages } from './exchanged-messages.tsx'
import { timelineOf } from './timeline-entries.ts'

/** Messages are written a moment after the payment. */
const messagesEveryMs = { busy: 2_000, quiet: 10_000 }

export function Timeline({ order }: { readonly order: OrderDetails }) {
  const maySeeMessages = useRight('VIEW_MESSAGES')
  const { data, error } = useRead<OrderMessagesBody>(
    orderMessagesPath(order.merchantId, order.orderId),
    {},
    { isWanted: maySeeMessages, everyMs: messagesEveryMs[order.isBusy ? 'busy' : 'quiet'] },
  )
  return (
    <>
      {error && !data ? <Problem error={error} /> : null}
      {data?.isComplete === false && (
        <Text fz="sm" c="dimmed" mb="sm">
          Only the latest {data.exchanges.length} messages are shown.
        </Text>
      )}
      <ol className="timeline">
        {timelineOf(order, data?.exchanges).map(({ key, at, tone, title, lines, href, exchanges = [] }) => (
          <li key={key} className={`tone-${tone}`}>
            <Text fz="sm" fw={600}>
              {href === undefined ? (
                title
              ) : (
                <Anchor component={Link} href={href} inherit>
                  {title}
                </Anchor>
              )}
            </Text>
            {lines.map((line) => (
              <div key={line} className="timeline-line">
                {line}
              </div>
            ))}
            <div className="timeline-when">
              <Time at={at} isPrecise />
            </div>
            {exchanges.map((exchange) => (
              <ExchangedMessages key={exchange.at} exchange={exchange} />
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
