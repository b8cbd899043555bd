// API access that waits for a second user: approving and declining.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../../../../src/domain/users/user.ts'
import type { AccessRequestListBody } from '../../../../../src/http/console/response-bodies/credentials.ts'
import type { AccessRequest } from '../../../../../src/ports/merchants/credentials.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
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
      return t('Credential {name}', { name: request.name })
    case 'CERTIFICATE':
      return t('Certificate {name}', { name: request.name ?? request.certificate.subject })
    case 'UNMASK':
      return t('Privilege: unmasked account numbers')
  }
}

const columns: readonly [Column<Request>, ...Column<Request>[]] = [
  { title: english('Access'), cell: nameOf },
  { title: english('Operations'), cell: (request) => ('operations' in request ? scopeText(request.operations) : '') },
  { title: english('Requested by'), cell: ({ requestedBy }) => requestedBy },
  { title: english('Requested'), cell: ({ requestedAt }) => <Time at={requestedAt} isRelative />, isMinor: true },
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
      title={t('Waiting for approval')}
      description={t('New API access that must be approved by another user before it can be used.')}
    >
      <DataTable
        caption={t('API access waiting for approval')}
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
                  aria-label={t('Approve {access}', { access: nameOf(request) })}
                  onClick={() => setPending({ request, isApproval: true })}
                >
                  {t('Approve')}
                </Button>
              )}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t('Decline {access}', { access: nameOf(request) })}
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
      title={isApproval ? t('Approve this access?') : t('Decline this access?')}
      confirm={isApproval ? t('Approve') : t('Decline')}
      call={isApproval ? { method: 'POST', path: `${one}/approval` } : { method: 'DELETE', path: one }}
      refreshes={[list, path`/merchants/${merchantId}/passwords`, path`/merchants/${merchantId}/certificates`]}
      done={isApproval ? t('The access was approved.') : t('The access was declined.')}
    >
      <Text fz="sm">
        {tx('{access}, requested by {user}.', {
          access: <strong key="access">{nameOf(request)}</strong>,
          user: request.requestedBy,
        })}
        {'operations' in request && ` ${t('Operations: {operations}.', { operations: scopeText(request.operations) })}`}
      </Text>
    </ChangeDialog>
  )
}
