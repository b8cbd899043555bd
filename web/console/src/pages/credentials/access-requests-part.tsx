// API access that waits for a second user: approving and declining.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../../../../src/domain/users/user.ts'
import type { AccessRequestListBody } from '../../../../../src/http/console/response-bodies/credentials.ts'
import type { AccessRequest } from '../../../../../src/ports/merchants/credentials.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { Time } from '../../parts/values.tsx'
import { useCurrentSession, useRight } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { scopeText } from './scope-labels.ts'

type Request = Jsonified<AccessRequest>

export const requestsPath = (merchantId: string) => path`/merchants/${merchantId}/access-requests`

function nameOf(request: Request): string {
  switch (request.kind) {
    case 'PASSWORD':
      return `Credential ${request.name}`
    case 'CERTIFICATE':
      return `Certificate ${request.name ?? request.certificate.subject}`
    case 'UNMASK':
      return 'Privilege: unmasked account numbers'
  }
}

const columns: readonly [Column<Request>, ...Column<Request>[]] = [
  { title: 'Access', cell: nameOf },
  { title: 'Operations', cell: (request) => ('operations' in request ? scopeText(request.operations) : '') },
  { title: 'Requested by', cell: ({ requestedBy }) => requestedBy },
  { title: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} isRelative />, isMinor: true },
]

interface PendingDecision {
  readonly request: Request
  readonly isApproval: boolean
}

/** Not there while nothing waits. */
export function AccessRequestsPart() {
  const merchantId = useMerchantId()
  const { person } = useCurrentSession()
  const mayApprove = useRight('APPROVE')
  const { data, error, refetch } = useRead<AccessRequestListBody>(requestsPath(merchantId))
  const [pending, setPending] = useState<PendingDecision>()
  if (!data || data.requests.length === 0) return null
  return (
    <ListPart
      title="Waiting for approval"
      description="New API access that must be approved by another user before it can be used."
    >
      <DataTable
        caption="API access waiting for approval"
        columns={columns}
        rows={data.requests}
        keyOf={({ requestId }) => requestId}
        {...(mayApprove && {
          actions: (request: Request) => (
            <Group gap={4} wrap="nowrap" justify="end">
              {request.requestedBy !== actorName(person) && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Approve ${nameOf(request)}`}
                  onClick={() => setPending({ request, isApproval: true })}
                >
                  Approve
                </Button>
              )}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`Decline ${nameOf(request)}`}
                onClick={() => setPending({ request, isApproval: false })}
              >
                Decline
              </Button>
            </Group>
          ),
        })}
        empty={null}
        error={error}
        onRetry={() => void refetch()}
      />
      {pending && <AccessDecisionDialog {...pending} onClose={() => setPending(undefined)} />}
    </ListPart>
  )
}

function AccessDecisionDialog({ request, isApproval, onClose }: PendingDecision & { readonly onClose: () => void }) {
  const merchantId = useMerchantId()
  const list = requestsPath(merchantId)
  const one = `${list}/${encodeURIComponent(request.requestId)}`
  return (
    <ChangeDialog
      isHarmless={isApproval}
      onClose={onClose}
      title={isApproval ? 'Approve this access?' : 'Decline this access?'}
      confirm={isApproval ? 'Approve' : 'Decline'}
      call={isApproval ? { method: 'POST', path: `${one}/approval` } : { method: 'DELETE', path: one }}
      refreshes={[list, path`/merchants/${merchantId}/passwords`, path`/merchants/${merchantId}/certificates`]}
      done={isApproval ? 'The access was approved.' : 'The access was declined.'}
    >
      <Text fz="sm">
        <strong>{nameOf(request)}</strong>, requested by {request.requestedBy}.
        {'operations' in request && ` Operations: ${scopeText(request.operations)}.`}
      </Text>
    </ChangeDialog>
  )
}
