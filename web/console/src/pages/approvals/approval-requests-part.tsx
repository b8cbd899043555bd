// What waits for a second user: approving and declining. Of the merchant in the address, or of the operator.
import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ApprovalRequest } from '../../../../../src/approvals/ports/approval-requests.ts'
import type { ApprovalRequestListBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { actorName, operatorMerchantId } from '../../../../../src/kernel/user.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { operatorLabel } from '../../format/permissions.ts'
import { english, t, tx } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Time } from '../../parts/values.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { changeLines, requestName } from './request-texts.ts'

type Request = Jsonified<ApprovalRequest>
type Kind = Request['kind']

export const operatorApprovalsPath = '/approval-requests'
export const approvalsPath = (merchantId: string) => path`/merchants/${merchantId}/approval-requests`

const columns: readonly [Column<Request>, ...Column<Request>[]] = [
  { title: english('Request||approval'), cell: requestName },
  { title: english('Merchant'), cell: ({ ownerId }) => ownerId || operatorLabel, isMinor: true },
  { title: english('Details'), cell: (request) => <Changes request={request} /> },
  { title: english('Requested by'), cell: ({ requestedBy }) => requestedBy },
  { title: english('Requested'), cell: ({ requestedAt }) => <Time at={requestedAt} isRelative />, isMinor: true },
]

function Changes({ request }: { readonly request: Request }) {
  return (
    <Stack gap={2}>
      {changeLines(request).map(([name, text]) => (
        <Text key={name} fz="sm">
          {name === '' ? text : `${name}: ${text}`}
        </Text>
      ))}
    </Stack>
  )
}

interface PartProps {
  /** Shows requests of these kinds only. */
  readonly kinds?: readonly Kind[]
  /** What an approval changes is read again below these paths. */
  readonly refreshes: readonly string[]
  /** Shown while nothing waits; by default nothing is. */
  readonly empty?: ReactNode
}

export function MerchantApprovals(props: PartProps) {
  return <ApprovalRequestsPart {...props} listPath={approvalsPath(useMerchantId())} />
}

export function OperatorApprovals(props: PartProps) {
  return <ApprovalRequestsPart {...props} listPath={operatorApprovalsPath} />
}

/** A request is decided where its owner's requests are. */
function requestPath({ ownerId, requestId }: Request): string {
  const list = ownerId === operatorMerchantId ? operatorApprovalsPath : approvalsPath(ownerId)
  return `${list}/${encodeURIComponent(requestId)}`
}

interface PendingDecision {
  readonly request: Request
  readonly isApproval: boolean
}

/** Not there while nothing waits. */
function ApprovalRequestsPart({ kinds, refreshes, empty = null, listPath }: PartProps & { readonly listPath: string }) {
  const { user } = useCurrentSession()
  const mayApprove = usePermission('APPROVE')
  const mayView = usePermission('VIEW')
  const { data, error, refetch } = useRead<ApprovalRequestListBody>(listPath, {}, { isWanted: mayView })
  const [pending, setPending] = useState<PendingDecision>()
  const requests = data?.requests.filter(({ kind }) => kinds === undefined || kinds.includes(kind)) ?? []
  if (requests.length === 0 && !error) return data ? empty : null
  return (
    <ListPart
      title={t('Waiting for approval')}
      description={t('Another user must approve these requests before they take effect.')}
    >
      <DataTable
        caption={t('Requests waiting for approval')}
        columns={columns}
        rows={requests}
        keyOf={({ requestId }) => requestId}
        {...(mayApprove && {
          actions: (request: Request) => (
            <Group gap={4} wrap="nowrap" justify="end">
              {request.requestedBy !== actorName(user) && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('Approve {access}', { access: requestName(request) })}
                  onClick={() => setPending({ request, isApproval: true })}
                >
                  {t('Approve')}
                </Button>
              )}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t('Decline {access}', { access: requestName(request) })}
                onClick={() => setPending({ request, isApproval: false })}
              >
                {t('Decline')}
              </Button>
            </Group>
          ),
        })}
        empty={null}
        error={error}
        onRetry={() => void refetch()}
      />
      {pending && (
        <DecisionDialog {...pending} refreshes={[listPath, ...refreshes]} onClose={() => setPending(undefined)} />
      )}
    </ListPart>
  )
}

interface DialogProps extends PendingDecision {
  readonly refreshes: readonly string[]
  readonly onClose: () => void
}

function DecisionDialog({ request, isApproval, refreshes, onClose }: DialogProps) {
  const one = requestPath(request)
  return (
    <ChangeDialog
      isHarmless={isApproval}
      onClose={onClose}
      title={isApproval ? t('Approve this request?') : t('Decline this request?')}
      confirm={isApproval ? t('Approve') : t('Decline')}
      call={isApproval ? { method: 'POST', path: `${one}/approval` } : { method: 'DELETE', path: one }}
      refreshes={refreshes}
      done={isApproval ? t('The request was approved and has taken effect.') : t('The request was declined.')}
    >
      <Stack gap="sm">
        <Text fz="sm">
          {tx('{access}, requested by {user}.', {
            access: <strong key="access">{requestName(request)}</strong>,
            user: request.requestedBy,
          })}
        </Text>
        <KeyValues items={changeLines(request).map(([name, text]) => [name, text])} />
      </Stack>
    </ChangeDialog>
  )
}
