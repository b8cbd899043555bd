// The four figures that a look should be enough for.
import { Anchor, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { amountText, moneyText } from '../../format/money.ts'
import { countText } from '../../format/text.ts'
import { agoText } from '../../format/time.ts'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, type DashboardVolume, shareText } from './figures.ts'
import { byMoney, capturedBefore, changeText } from './main-currency.ts'
import { moneyAtRisk, moneyAtRiskPath } from './money-at-risk.ts'

export function KeyFigures({ figures }: { readonly figures: DashboardFigures }) {
  const merchantId = useShownMerchant()
  const { decided, approved, volumes, before, atRisk, notifications } = figures
  const [main, ...others] = byMoney(volumes)
  const [risky, ...otherRisky] = moneyAtRisk(atRisk)
  const elsewhere = otherRisky.map(({ currency }) => currency).join(', ')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure
        label="Captured"
        description={
          main && (
            <Comparison now={main.captured} before={capturedBefore(figures, main.currency)} currency={main.currency} />
          )
        }
        isLong={(main?.captured.length ?? 0) > 10}
        more={<OtherCurrencies volumes={others} figures={figures} />}
      >
        {main ? <Money amount={main.captured} currency={main.currency} /> : '–'}
      </Figure>
      <Figure
        label="Approval rate"
        description={`${approved.toLocaleString()} of ${countText(decided, 'payment')}; ${
          before.decided === 0
            ? 'none'
            : `${shareText(before.approved, before.decided)} of ${before.decided.toLocaleString()}`
        } in the period before`}
      >
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
        {...(risky && { link: { href: moneyAtRiskPath(merchantId), text: 'Show transactions' } })}
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

/** "+12.5%, from 7,130.00 USD in the period before". */
function Comparison({
  now,
  before,
  currency,
}: {
  readonly now: string
  readonly before: string
  readonly currency: string
}) {
  const change = changeText(now, before)
  if (change === undefined) return 'Nothing in the period before'
  return (
    <>
      {change}, from {moneyText(before, currency)} in the period before
    </>
  )
}

/** Beside the headline, which is one currency. */
function OtherCurrencies({
  volumes,
  figures,
}: {
  readonly volumes: readonly DashboardVolume[]
  readonly figures: DashboardFigures
}) {
  if (volumes.length === 0) return null
  const shown = volumes.slice(0, otherCurrenciesMax)
  return (
    <>
      <table className="other-currencies">
        <caption>
          <VisuallyHidden>Captured in other currencies</VisuallyHidden>
        </caption>
        <tbody>
          {shown.map(({ currency, captured }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td className="numbers">{amountText(captured, currency)}</td>
              <td className="numbers">{changeText(captured, capturedBefore(figures, currency)) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {volumes.length > shown.length && (
        <Text fz="xs" c="dimmed">
          and {countText(volumes.length - shown.length, 'more currency', 'more currencies')} below
        </Text>
      )}
    </>
  )
}

const otherCurrenciesMax = 4

interface FigureProps {
  readonly label: string
  readonly description?: ReactNode
  readonly children: ReactNode
  readonly isBad?: boolean
  readonly link?: { readonly href: string; readonly text: string }
  /** An amount that needs smaller letters where the room is short. */
  readonly isLong?: boolean
  readonly more?: ReactNode
}

function Figure({ label, description, children, isBad = false, isLong = false, link, more }: FigureProps) {
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
            <Anchor component={Link} href={link.href} inherit underline="always">
              {link.text}
            </Anchor>
          </>
        )}
      </Text>
      {more}
    </section>
  )
}
