// The four figures that a look should be enough for.
import { Anchor, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { countText } from '../../format/text.ts'
import { agoText } from '../../format/time.ts'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, shareText } from './figures.ts'
import { moneyAtRisk } from './money-at-risk.ts'

export function KeyFigures({ figures }: { readonly figures: DashboardFigures }) {
  const merchantId = useShownMerchant()
  const { decided, approved, volumes, atRisk, notifications } = figures
  // The currency that most was paid in; the others are listed below.
  const [main, ...others] = volumes.toSorted((a, b) => b.payments - a.payments)
  const [risky, ...otherRisky] = moneyAtRisk(atRisk)
  // Only operators end what no acquirer can.
  const isManual =
    merchantId === undefined && atRisk.some(({ kind }) => kind === 'MANUAL_RESOLUTION' || kind === 'REVERSAL_REFUSED')
  const elsewhere = otherRisky.map(({ currency }) => currency).join(', ')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure
        label="Captured"
        description={main && others.length > 0 && `and ${countText(others.length, 'more currency', 'more currencies')}`}
        isLong={(main?.captured.length ?? 0) > 10}
      >
        {main ? <Money amount={main.captured} currency={main.currency} /> : '–'}
      </Figure>
      <Figure label="Approval rate" description={`${approved.toLocaleString()} of ${countText(decided, 'payment')}`}>
        {shareText(approved, decided)}
      </Figure>
      <Figure
        label="Money at risk now"
        description={
          risky
            ? countText(risky.count, 'transaction') + (elsewhere && `, and more in ${elsewhere}`)
            : 'All outcomes are known'
        }
        isBad={risky !== undefined}
        {...(isManual && { link: { href: '/attempts', text: 'Resolve manually' } })}
        isLong={(risky?.amount.length ?? 0) > 10}
      >
        {risky ? <Money amount={risky.amount} currency={risky.currency} /> : 'None'}
      </Figure>
      <Figure
        label="Pending notifications now"
        description={
          notifications.oldestAt === undefined ? 'None overdue' : `Oldest: ${agoText(notifications.oldestAt)}`
        }
        isBad={notifications.parked > 0}
      >
        {notifications.waiting.toLocaleString()}
      </Figure>
    </SimpleGrid>
  )
}

interface FigureProps {
  readonly label: string
  readonly description?: ReactNode
  readonly children: ReactNode
  readonly isBad?: boolean
  readonly link?: { readonly href: string; readonly text: string }
  /** An amount that needs smaller letters where the room is short. */
  readonly isLong?: boolean
}

function Figure({ label, description, children, isBad = false, isLong = false, link }: FigureProps) {
  return (
    <section className={`paper figure ${isBad ? 'is-bad' : ''}`} aria-label={label}>
      <Text fz="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <p className={`figure-value numbers ${isLong ? 'is-long' : ''}`}>{children}</p>
      <Text fz="xs" c="dimmed" mih={18}>
        {description}
        {link && (
          <>
            {'. '}
            <Anchor component={Link} href={link.href} inherit>
              {link.text}
            </Anchor>
          </>
        )}
      </Text>
    </section>
  )
}
