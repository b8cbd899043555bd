// Certificates that a merchant's programs may come with: registering and revoking.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  CertificateBody,
  CertificateListBody,
  PasswordListsBody,
  RequestedCertificateBody,
} from '../../../../../src/console/response-bodies/merchants.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
import { CertificateField } from '../../parts/certificate-field.tsx'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { EmptyState } from '../../parts/states.tsx'
import { Code, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { approvalsPath } from '../approvals/approval-requests-part.tsx'
import { passwordsPath } from './api-credentials-part.tsx'
import { isScopeChosen, noScope, type Scope, ScopeFields, scopeBody } from './scope-fields.tsx'
import { scopeLabel, scopeText } from './scope-labels.ts'

type CertificateListItem = Jsonified<CertificateBody>

const columns: readonly [Column<CertificateListItem>, ...Column<CertificateListItem>[]] = [
  { title: english('Certificate'), cell: ({ name, subject }) => name ?? subject },
  { title: english('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: english('Operations'),
    cell: ({ operations }) => <span title={operations.map(scopeLabel).join(', ')}>{scopeText(operations, 1)}</span>,
  },
  { title: english('Valid from'), cell: ({ notBefore }) => <Time at={notBefore} />, isMinor: true },
  { title: english('Valid until'), cell: ({ notAfter }) => <Time at={notAfter} /> },
  {
    title: english('Last used'),
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t('Never') : <Time at={lastUsedAt} isRelative />),
    isMinor: true,
  },
  { title: english('Fingerprint'), cell: ({ fingerprint }) => <Code>{`${fingerprint.slice(0, 16)}…`}</Code> },
]

const useList = () => path`/merchants/${useMerchantId()}/certificates`

export function CertificatesPart() {
  const list = useList()
  const { data, error, refetch } = useRead<CertificateListBody>(list)
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<CertificateListItem>()
  return (
    <ListPart
      title={t('Certificates')}
      description={t('API clients that present one of these certificates do not need a password.')}
      actions={
        <Button variant="default" onClick={() => setAdding(true)} leftSection={<Icon name="plus" size={16} />}>
          {t('Register a certificate')}
        </Button>
      }
    >
      <DataTable
        caption={t('Certificates')}
        columns={columns}
        rows={data?.certificates}
        keyOf={({ fingerprint }) => fingerprint}
        actions={(certificate) =>
          certificate.status !== 'REVOKED' && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('Revoke certificate {name}', { name: certificate.subject })}
              onClick={() => setRevoked(certificate)}
            >
              {t('Revoke')}
            </Button>
          )
        }
        empty={
          <EmptyState icon="lock" title={t('No certificates')}>
            {t('Register a certificate to let API clients authenticate without a password.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {isAdding && <AddCertificateDialog onClose={() => setAdding(false)} />}
      {revoked && <RevokeCertificateDialog certificate={revoked} onClose={() => setRevoked(undefined)} />}
    </ListPart>
  )
}

function AddCertificateDialog({ onClose }: { readonly onClose: () => void }) {
  const list = useList()
  const merchantId = useMerchantId()
  const { data } = useRead<PasswordListsBody>(passwordsPath(merchantId))
  const [pem, setPem] = useState('')
  const [scope, setScope] = useState<Scope>(noScope)
  const name = scope.name.trim()
  const body = { pem: pem.trim(), ...(name !== '' && { name }), ...scopeBody(scope) }
  const adding = useChange<CertificateBody | RequestedCertificateBody>(() => ({ method: 'POST', path: list, body }), {
    refreshes: [list, approvalsPath(merchantId)],
    onDone: (added) => {
      notifySuccess(
        'requestId' in added
          ? t('The certificate is waiting for another user’s approval.')
          : t('The certificate was registered.'),
      )
      onClose()
    },
  })
  const nameProblem = fieldProblem(adding.error, 'name')
  const pemProblem = fieldProblem(adding.error, 'pem')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Register a certificate')}
      confirm={t('Register')}
      onConfirm={() => adding.mutate()}
      isBusy={adding.isPending}
      isDisabled={pem.trim() === '' || !isScopeChosen(scope)}
      error={pemProblem || nameProblem ? undefined : adding.error}
    >
      <CertificateField
        description={t('The certificate only. Never upload its private key.')}
        pem={pem}
        onChange={setPem}
        error={pemProblem}
      />
      <ScopeFields
        value={scope}
        grantable={data?.grantable ?? []}
        scopes={data?.scopes ?? []}
        onChange={setScope}
        nameProblem={nameProblem}
        isNameOptional
      />
    </ConfirmDialog>
  )
}

interface RevokeCertificateProps {
  readonly certificate: CertificateListItem
  readonly onClose: () => void
}

function RevokeCertificateDialog({ certificate, onClose }: RevokeCertificateProps) {
  const list = useList()
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Revoke this certificate?')}
      confirm={t('Revoke')}
      call={{ method: 'DELETE', path: `${list}/${encodeURIComponent(certificate.fingerprint)}` }}
      refreshes={[list]}
      done={t('The certificate was revoked.')}
    >
      <Text fz="sm">
        {tx(
          'API clients that present {certificate} are rejected immediately. A revoked certificate cannot be registered again.',
          { certificate: <strong key="certificate">{certificate.subject}</strong> },
        )}
      </Text>
    </ChangeDialog>
  )
}
