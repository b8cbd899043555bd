// The four figures that a look should be enough for.
import { Anchor, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { amountText, moneyText } from '../../format/money.ts'
import { agoText } from '../../format/time.ts'
import { numberText, t, tn } from '../../language/text.ts'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, type DashboardVolume, shareText } from './figures.ts'
import { byMoney, capturedBefore, changeText } from './main-currency.ts'
import { moneyAtRisk, moneyAtRiskPath } from './money-at-risk.ts'

export function KeyFigures({ figures }: { readonly figures: DashboardFigures }) {
  const merchantId = useShownMerchant()
  const { decided, approved, volumes, atRisk, notifications } = figures
  const [main, ...others] = byMoney(volumes)
  const [risky, ...otherRisky] = moneyAtRisk(atRisk)
  const elsewhere = otherRisky.map(({ currency }) => currency).join(', ')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure
        label={t('Captured')}
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
      <Figure label={t('Approval rate')} description={approvalText(figures)}>
        {shareText(approved, decided)}
      </Figure>
      <Figure
        label={t('Money at risk now')}
        description={risky ? riskText(risky.count, elsewhere) : t('All outcomes are known')}
        isBad={risky !== undefined}
        {...(risky && { link: { href: moneyAtRiskPath(merchantId), text: t('Show transactions') } })}
        isLong={(risky?.amount.length ?? 0) > 10}
      >
        {risky ? <Money amount={risky.amount} currency={risky.currency} /> : t('None')}
      </Figure>
      <Figure
        label={t('Pending notifications now')}
        description={
          notifications.oldestAt === undefined
            ? t('None overdue')
            : t('Oldest: {time}', { time: agoText(notifications.oldestAt) })
        }
        isBad={notifications.parked > 0}
      >
        {numberText(notifications.waiting)}
      </Figure>
    </SimpleGrid>
  )
}

/** "3 of 4 payments; 75% of 8 in the period before". */
function approvalText({ decided, approved, before }: DashboardFigures): string {
  if (before.decided === 0)
    return tn(
      decided,
      '{approved} of {count} payment; none in the period before',
      '{approved} of {count} payments; none in the period before',
      { approved },
    )
  return tn(
    decided,
    '{approved} of {count} payment; {share} of {earlier} in the period before',
    '{approved} of {count} payments; {share} of {earlier} in the period before',
    { approved, share: shareText(before.approved, before.decided), earlier: before.decided },
  )
}

function riskText(count: number, otherCurrencies: string): string {
  const transactions = tn(count, '{count} transaction', '{count} transactions')
  return otherCurrencies === ''
    ? transactions
    : t('{transactions}, and more in {currencies}', { transactions, currencies: otherCurrencies })
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
  if (change === undefined) return t('Nothing in the period before')
  return t('{change}, from {amount} in the period before', { change, amount: moneyText(before, currency) })
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
          <VisuallyHidden>{t('Captured in other currencies')}</VisuallyHidden>
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
          {tn(volumes.length - shown.length, 'and {count} more currency below', 'and {count} more currencies below')}
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
