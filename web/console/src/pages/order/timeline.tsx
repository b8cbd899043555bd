// What happened to an order, the newest first: each action with its result, and its request and answer folded below.
import { Anchor, Text } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import type { OrderMessagesBody } from '../../../../../src/console/response-bodies/links.ts'
import { useRead } from '../../api/queries.ts'
import { tn } from '../../language/text.ts'
import { Problem } from '../../parts/problem.tsx'
import { Money, StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { type OrderDetails, orderMessagesPath } from '../orders/wire.ts'
import { ExchangeDetails } from './exchanged-messages.tsx'
import { type TimelineEntry, timelineOf } from './timeline-entries.ts'
import { TransactionDetails } from './transaction-details.tsx'

/** Messages are written a moment after the payment. */
const messagesEveryMs = { busy: 2_000, quiet: 10_000 }

export function Timeline({ order }: { readonly order: OrderDetails }) {
  const opened = new URLSearchParams(useSearch()).get('transaction') ?? undefined
  const maySeeMessages = usePermission('VIEW_MESSAGES')
  const { data, error } = useRead<OrderMessagesBody>(
    orderMessagesPath(order.merchantId, order.orderId),
    {},
    { isWanted: maySeeMessages, everyMs: messagesEveryMs[order.isLocked ? 'busy' : 'quiet'] },
  )
  return (
    <>
      {error && !data ? <Problem error={error} /> : null}
      {data?.isComplete === false && (
        <Text fz="sm" c="dimmed" mb="sm">
          {tn(
            data.exchanges.length,
            'Only the latest message is shown.',
            'Only the latest {count} messages are shown.',
          )}
        </Text>
      )}
      <ol className="timeline">
        {timelineOf(order, data?.exchanges).map((entry) => (
          <Entry key={entry.key} entry={entry} isOpened={entry.transaction?.transactionId === opened} />
        ))}
      </ol>
    </>
  )
}

interface EntryProps {
  readonly entry: TimelineEntry
  /** With its details. */
  readonly isOpened: boolean
}

function Entry({ entry, isOpened }: EntryProps) {
  const { at, tone, title, amount, result, lines, text, links = [], transaction, exchanges = [] } = entry
  return (
    <li className={`tone-${tone}`}>
      <div className="timeline-head">
        <Text span inherit fw={600}>
          {title}
        </Text>
        {amount && <Money {...amount} />}
        {result !== undefined && (
          <StatusBadge status="" tone={tone}>
            {result}
          </StatusBadge>
        )}
        <span className="timeline-when">
          <Time at={at} isPrecise />
        </span>
      </div>
      {[...new Set(lines)].map((line) => (
        <div key={line} className="timeline-line">
          {line}
        </div>
      ))}
      {text !== undefined && <p className="timeline-text">{text}</p>}
      {links.map(({ text: label, href }) => (
        <div key={href}>
          <Anchor component={Link} href={href} inherit>
            {label}
          </Anchor>
        </div>
      ))}
      {transaction && (
        <div className="folds">
          <TransactionDetails transaction={transaction} isOpened={isOpened} />
          {exchanges.map((exchange) => (
            <ExchangeDetails key={exchange.at} exchange={exchange} />
          ))}
        </div>
      )}
    </li>
  )
}
