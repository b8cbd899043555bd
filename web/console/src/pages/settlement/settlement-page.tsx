// Settlement: batches with their totals by acquirer and scheme, and closing the open one now.
import { Alert, Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { BatchBody, ClosedBatchesBody } from '../../../../../src/http/console/response-bodies/settlement.ts'
import type { ResultPage } from '../../../../../src/ports/search/search.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { sumOf } from '../../format/sum.ts'
import { codeText, countText } from '../../format/text.ts'
import { useScrolling } from '../../parts/data-table.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { Paging } from '../../parts/paging.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Money, StatusBadge, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'

type Batch = Jsonified<BatchBody>
type MovedAmount = Batch['totals'][number]['captured']

export function SettlementPage() {
  const list = path`/merchants/${useMerchantId()}/batches`
  const mayClose = useRight('CAPTURE')
  const [isClosing, setClosing] = useState(false)
  const { query, pagePosition } = useUrlFilters([])
  const reading = useRead<ResultPage<BatchBody>>(list, query, { everyMs: 30_000 })
  const open = reading.data?.rows.find(({ closedAt }) => closedAt === undefined)
  return (
    <Page
      title="Settlement"
      description="Captures and refunds, grouped into the batches that your acquirer settles."
      actions={
        mayClose && (
          <Button disabled={!open} onClick={() => setClosing(true)} leftSection={<Icon name="settlement" size={16} />}>
            Close open batch
          </Button>
        )
      }
    >
      <QueryContent reading={reading}>
        {({ rows, next }) => (
          <Stack gap="md">
            {rows.length === 0 && (
              <div className="paper">
                <EmptyState icon="settlement" title="No batches yet">
                  A batch appears here when the first payment is captured.
                </EmptyState>
              </div>
            )}
            {rows.map((batch) => (
              <BatchPaper key={`${batch.acquirerId} ${batch.batch}`} batch={batch} />
            ))}
            <Paging position={pagePosition} next={next} />
          </Stack>
        )}
      </QueryContent>
      {isClosing && open && <CloseBatchDialog batch={open} list={list} onClose={() => setClosing(false)} />}
    </Page>
  )
}

const closingStatuses = { CLOSING: 'CLOSING', DIFFERS: 'OUT_OF_BALANCE' } as const

function BatchPaper({ batch: { acquirerId, batch, closedAt, totals, closing } }: { readonly batch: Batch }) {
  const title = `Batch ${batch}`
  const { ref, scrolling } = useScrolling(`${title} at ${acquirerId}`)
  return (
    <section ref={ref} className="paper table-paper" aria-label={`${title} at ${acquirerId}`} {...scrolling}>
      <Group justify="space-between" px="sm" pt="md" pb="xs">
        <div>
          <Title order={2} fz="md">
            {title}
          </Title>
          <Text fz="sm" c="dimmed">
            {acquirerId}
          </Text>
        </div>
        <Group gap="sm">
          {closedAt && (
            <Text fz="sm" c="dimmed" span>
              <Time at={closedAt} />
            </Text>
          )}
          <StatusBadge status={closedAt ? 'CLOSED' : closing ? closingStatuses[closing.state] : 'OPEN'} />
        </Group>
      </Group>
      {closing?.difference && <Difference acquirerId={acquirerId} difference={closing.difference} />}
      {totals.length === 0 ? (
        <Text fz="sm" c="dimmed" px="sm" pb="md">
          This batch is empty.
        </Text>
      ) : (
        <Table>
          <caption>
            <VisuallyHidden>{`Totals of batch ${batch} by scheme and currency`}</VisuallyHidden>
          </caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Scheme</Table.Th>
              <Table.Th scope="col" ta="right">
                Captured
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Refunded
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {totals.map(({ scheme, currency, captured, refunded }) => (
              <Table.Tr key={`${scheme} ${currency}`}>
                <Table.Td fw={500}>{codeText(scheme)}</Table.Td>
                <Table.Td ta="right">
                  <MovedCell moved={captured} currency={currency} />
                </Table.Td>
                <Table.Td ta="right">
                  <MovedCell moved={refunded} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            {sumsOf(totals).map(({ currency, captured, refunded }) => (
              <Table.Tr key={currency}>
                <Table.Td fw={650}>Total in {currency}</Table.Td>
                <Table.Td ta="right" fw={650}>
                  <Money amount={captured} currency={currency} />
                </Table.Td>
                <Table.Td ta="right" fw={650}>
                  <Money amount={refunded} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tfoot>
        </Table>
      )}
    </section>
  )
}

/** Both sides of a batch that is not closed, since the acquirer counts something else. */
function Difference({
  acquirerId,
  difference: { why, ours, theirs },
}: {
  readonly acquirerId: string
  readonly difference: NonNullable<NonNullable<Batch['closing']>['difference']>
}) {
  const sides = [
    ['Gateway', ours],
    [acquirerId, theirs],
  ] as const
  return (
    <Alert color="red" variant="light" mx="sm" mb="sm" title="Out of balance" icon={<Icon name="alert" />}>
      <Text fz="sm">
        This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares
        both sides; closing it again compares them again.
      </Text>
      <ul>
        {sides.flatMap(([side, totals]) =>
          totals.map(({ currency, captured, refunded }) => (
            <li key={`${side} ${currency}`}>
              {side}: <Money amount={captured.amount} currency={currency} /> captured (
              {countText(captured.count, 'transaction')}), <Money amount={refunded.amount} currency={currency} />{' '}
              refunded ({countText(refunded.count, 'transaction')})
            </li>
          )),
        )}
      </ul>
    </Alert>
  )
}

/** By currency; not of one that has a single line, which says the same. */
function sumsOf(totals: Batch['totals']) {
  return [...Map.groupBy(totals, ({ currency }) => currency)]
    .filter(([, lines]) => lines.length > 1)
    .map(([currency, lines]) => ({
      currency,
      captured: sumOf(lines.map(({ captured }) => captured.amount)),
      refunded: sumOf(lines.map(({ refunded }) => refunded.amount)),
    }))
}

function MovedCell({ moved, currency }: { readonly moved: MovedAmount; readonly currency: string }) {
  return (
    <>
      <Money amount={moved.amount} currency={currency} />
      <Text fz="xs" c="dimmed">
        {countText(moved.count, 'transaction')}
      </Text>
    </>
  )
}

interface CloseBatchProps {
  readonly batch: Batch
  readonly list: string
  readonly onClose: () => void
}

function CloseBatchDialog({ batch, list, onClose }: CloseBatchProps) {
  const { acquirerId } = batch
  const closing = useChange<ClosedBatchesBody>(
    () => ({ method: 'POST', path: `${list}/close`, body: { acquirerId } }),
    {
      refreshes: [list],
      onDone: ({ batches }) => {
        if (batches.length > 0) notifySuccess(`Batch ${batches.map((each) => each.batch).join(', ')} was closed.`)
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Close batch ${batch.batch} at ${acquirerId}?`}
      confirm={`Close batch ${batch.batch}`}
      onConfirm={() => closing.mutate()}
      isBusy={closing.isPending}
      error={closing.error}
    >
      <Text fz="sm">
        The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a
        new batch.
      </Text>
    </ConfirmDialog>
  )
}
