// The figures of a period in parts: by currency, by reason of a decline, by acquirer.
import { Anchor, Progress, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { codeText } from '../../format/text.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Money } from '../../parts/values.tsx'
import { useShownMerchant } from '../../shell/merchant-id.ts'
import { type DashboardFigures, type DashboardVolume, shareText } from './figures.ts'

export function Volumes({ volumes }: { readonly volumes: readonly DashboardVolume[] }) {
  return (
    <DataTable
      caption="Volume by currency"
      isTitled
      rows={volumes}
      keyOf={({ currency }) => currency}
      columns={[
        { title: 'Currency', cell: ({ currency }) => currency },
        { title: 'Payments', isNumber: true, cell: ({ payments }) => payments.toLocaleString() },
        {
          title: 'Authorized or paid',
          isNumber: true,
          cell: (v) => <Money amount={v.authorized} currency={v.currency} />,
        },
        { title: 'Captured', isNumber: true, cell: (v) => <Money amount={v.captured} currency={v.currency} /> },
        {
          title: 'Refunded',
          isNumber: true,
          cell: (v) => <Money amount={v.refunded} currency={v.currency} isOutgoing />,
        },
      ]}
      empty={<EmptyState icon="chart" title="No volume in this period" />}
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
    <Section title="Declines by reason">
      {most.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No declined payments in this period.
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
                  {count.toLocaleString()} ({shareText(count, all)})
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
  const inMs = (ms: number) => `${Math.round(ms).toLocaleString()} ms`
  return (
    <DataTable
      caption="Acquirer response times"
      isTitled
      rows={latencies}
      keyOf={({ acquirerId }) => acquirerId}
      columns={[
        { title: 'Acquirer', cell: ({ acquirerId }) => acquirerId },
        { title: 'Responses', isNumber: true, cell: ({ count }) => count.toLocaleString() },
        { title: '50% within', isNumber: true, cell: ({ p50 }) => inMs(p50) },
        { title: '95% within', isNumber: true, cell: ({ p95 }) => inMs(p95) },
        { title: '99% within', isNumber: true, cell: ({ p99 }) => inMs(p99) },
      ]}
      empty={<EmptyState icon="link" title="No acquirer requests in this period" />}
    />
  )
}
