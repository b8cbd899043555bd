// What happened to an order, the newest first.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Time } from '../../parts/values.tsx'
import type { OrderDetails } from '../orders/wire.ts'
import { timelineOf } from './timeline-entries.ts'

export function Timeline({ order }: { readonly order: OrderDetails }) {
  return (
    <ol className="timeline">
      {timelineOf(order).map(({ key, at, tone, title, lines, href }) => (
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
        </li>
      ))}
    </ol>
  )
}
