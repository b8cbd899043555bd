// How often the acquirer of a link gave each response, by hour.
import type { LinkResponsesBody } from '../../../../../src/console/response-bodies/links.ts'
import { useRead } from '../../api/queries.ts'
import { english, formatLocale, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { NoValue, Time } from '../../parts/values.tsx'
import { type ResponseHour, responseTable } from './responses.ts'
import { linkResponsesPath } from './wire.ts'

export function Responses({ linkId }: { readonly linkId: string }) {
  const { data, error, refetch } = useRead<LinkResponsesBody>(linkResponsesPath(linkId), {}, { everyMs: 10_000 })
  const table = data && responseTable(data.responses)
  const columns: readonly [Column<ResponseHour>, ...Column<ResponseHour>[]] = [
    { title: english('Hour from'), cell: ({ hour }) => <Time at={hour} /> },
    { title: english('All'), cell: ({ total }) => total.toLocaleString(formatLocale()), isNumber: true },
    ...(table?.titles ?? []).map(
      (title): Column<ResponseHour> => ({
        title,
        cell: ({ counts }) => counts[title]?.toLocaleString(formatLocale()) ?? <NoValue />,
        isNumber: true,
      }),
    ),
  ]
  return (
    <ListPart
      title={t('Response codes')}
      description={t('By hour, of the last 24 hours, over all processes of the gateway.')}
    >
      <DataTable
        caption={t('Responses by hour and code')}
        columns={columns}
        rows={table?.hours}
        keyOf={({ hour }) => hour}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon="link" title={t('No responses')}>
            {t('Responses of the acquirer appear here when payments go through this link.')}
          </EmptyState>
        }
      />
    </ListPart>
  )
}
