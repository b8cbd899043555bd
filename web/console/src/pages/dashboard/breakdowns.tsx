// The figures of a period in parts: by currency, by reason of a decline, by acquirer.
import { Anchor, Progress, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { codeText } from '../../format/text.ts'
import { english, numberText, t } from '../../language/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, type DashboardVolume, shareText } from './figures.ts'

export function Volumes({ volumes }: { readonly volumes: readonly DashboardVolume[] }) {
  return (
    <DataTable
      caption={t('Volume by currency')}
      isTitled
      rows={volumes}
      keyOf={({ currency }) => currency}
      columns={[
        { title: english('Currency'), cell: ({ currency }) => currency },
        { title: english('Payments'), isNumber: true, cell: ({ payments }) => numberText(payments) },
        {
          title: english('Authorized or paid'),
          isNumber: true,
          cell: (v) => <Money amount={v.authorized} currency={v.currency} />,
        },
        {
          title: english('Captured'),
          isNumber: true,
          cell: (v) => <Money amount={v.captured} currency={v.currency} />,
        },
        {
          title: english('Refunded'),
          isNumber: true,
          cell: (v) => <Money amount={v.refunded} currency={v.currency} isOutgoing />,
        },
      ]}
      empty={<EmptyState icon="chart" title={t('No volume in this period')} />}
    />
  )
}

const declinesShown = 8

function transactionsWith(merchantId: string, gatewayCode: string): string {
  return `/merchants/${encodeURIComponent(merchantId)}/transactions?${new URLSearchParams({ gatewayCode })}`
}

export function Declines({ figures: { declines } }: { readonly figures: DashboardFigures }) {
  const merchantId = useShownMerchant()
  const all = declines.reduce((sum, { count }) => sum + count, 0)
  const most = declines.toSorted((a, b) => b.count - a.count).slice(0, declinesShown)
  return (
    <Section title={t('Declines by reason')}>
      {most.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {t('No declined payments in this period.')}
        </Text>
      ) : (
        <Stack component="ul" gap="sm" className="plain-list">
          {most.map(({ gatewayCode, count }) => (
            <li key={gatewayCode}>
              <div className="card-line">
                <span>
                  {merchantId === undefined ? (
                    codeText(gatewayCode)
                  ) : (
                    <Anchor component={Link} href={transactionsWith(merchantId, gatewayCode)} inherit>
                      {codeText(gatewayCode)}
                    </Anchor>
                  )}
                </span>
                <span className="numbers">
                  {numberText(count)} ({shareText(count, all)})
                </span>
              </div>
              <Progress value={(count / all) * 100} color="red.5" size="sm" mt={4} aria-hidden="true" />
            </li>
          ))}
        </Stack>
      )}
    </Section>
  )
}

export function Latencies({ figures: { latencies } }: { readonly figures: DashboardFigures }) {
  const inMs = (ms: number) => t('{ms} ms', { ms: Math.round(ms) })
  return (
    <DataTable
      caption={t('Acquirer response times')}
      isTitled
      rows={latencies}
      keyOf={({ acquirerId }) => acquirerId}
      columns={[
        { title: english('Acquirer'), cell: ({ acquirerId }) => acquirerId },
        { title: english('Responses'), isNumber: true, cell: ({ count }) => numberText(count) },
        { title: english('50% within'), isNumber: true, cell: ({ p50 }) => inMs(p50) },
        { title: english('95% within'), isNumber: true, cell: ({ p95 }) => inMs(p95) },
        { title: english('99% within'), isNumber: true, cell: ({ p99 }) => inMs(p99) },
      ]}
      empty={<EmptyState icon="link" title={t('No acquirer requests in this period')} />}
    />
  )
}
