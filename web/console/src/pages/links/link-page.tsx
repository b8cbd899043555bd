// One acquirer link: its state and connections, its settings, its revisions with what is open on them, and its merchants.
import { Alert, Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { linkStatusOf } from '../../../../../src/acquirers/rules/link-health.ts'
import type { LinkDetailsBody, LinkTestBody } from '../../../../../src/console/response-bodies/links.ts'
import { path } from '../../api/client.ts'
import { explainedText } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, formatLocale, t, tn } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { notifyProblem, notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { Code, NoValue, StatusSentence, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { OperatorApprovals, operatorApprovalsPath } from '../approvals/approval-requests-part.tsx'
import { isRequested, waitsForApproval } from '../approvals/requested-change.ts'
import { EditLinkDialog } from './link-form.tsx'
import { ConnectionStatus, LinkStatus, problemOf } from './link-status.tsx'
import { Responses } from './responses-part.tsx'
import { type ConnectionView, type LinkDetailsView, linkPath, linksPath, type SettingView } from './wire.ts'

type Action = 'EDIT' | 'TOGGLE'

export function LinkPage() {
  const linkId = usePathParameter('linkId')
  const mayChange = usePermission('MANAGE_LINKS')
  const [action, setAction] = useState<Action>()
  const reading = useRead<LinkDetailsBody>(linkPath(linkId), {}, { everyMs: 5_000 })
  const close = () => setAction(undefined)
  const link = reading.data
  return (
    <Page
      title={linkId}
      description={t(link?.adapterTitle ?? english('Acquirer link'))}
      actions={link && mayChange && <Actions link={link} onAction={setAction} />}
    >
      <QueryContent reading={reading}>
        {(shown) => (
          <>
            {shown.warnings.map(({ setting, explained }) => (
              <Alert key={setting} color="yellow" variant="light" icon={<Icon name="alert" />}>
                {explainedText(explained)}
              </Alert>
            ))}
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <State link={shown} />
              <Section
                title={t('Settings')}
                description={t('Revision {revision}', { revision: String(shown.revision) })}
              >
                <KeyValues items={shown.settings.map(settingLine)} />
              </Section>
            </SimpleGrid>
            <OperatorApprovals kinds={['LINK']} refreshes={[linksPath]} />
            <Connections connections={shown.status?.connections ?? []} />
            <Responses linkId={linkId} />
            <Revisions link={shown} />
          </>
        )}
      </QueryContent>
      {link && action === 'EDIT' && <EditLinkDialog link={link} onClose={close} />}
      {link && action === 'TOGGLE' && <ToggleDialog link={link} onClose={close} />}
    </Page>
  )
}

interface ActionsProps {
  readonly link: LinkDetailsView
  readonly onAction: (action: Action) => void
}

function Actions({ link, onAction }: ActionsProps) {
  const test = useChange<LinkTestBody>(() => ({ method: 'POST', path: `${linkPath(link.linkId)}/test` }), {
    refreshes: [linksPath],
    onDone: ({ isReachable, reason }) => {
      if (isReachable) notifySuccess(t('The acquirer responds.'))
      else
        notifyProblem(
          reason === undefined
            ? t('The acquirer does not respond.')
            : t('The acquirer does not respond: {reason}.', { reason }),
        )
    },
  })
  return (
    <>
      {test.error ? <Problem error={test.error} /> : null}
      <Button variant="default" onClick={() => onAction('TOGGLE')}>
        {link.isEnabled ? t('Disable') : t('Enable')}
      </Button>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate()}
        leftSection={<Icon name="refresh" size={16} />}
      >
        {t('Test connection')}
      </Button>
      <Button onClick={() => onAction('EDIT')}>{t('Edit settings')}</Button>
    </>
  )
}

function ToggleDialog({ link, onClose }: { readonly link: LinkDetailsView; readonly onClose: () => void }) {
  const { linkId, isEnabled } = link
  return (
    <ChangeDialog
      title={isEnabled ? t('Disable link||acquirer') : t('Enable link')}
      confirm={isEnabled ? t('Disable') : t('Enable')}
      call={{ method: 'PUT', path: `${linkPath(linkId)}/enabled`, body: { isEnabled: !isEnabled } }}
      refreshes={[linksPath, operatorApprovalsPath]}
      done={(answer) => {
        if (isRequested(answer)) return waitsForApproval()
        return isEnabled
          ? t('{link} takes no new orders.', { link: linkId })
          : t('{link} takes new orders.', { link: linkId })
      }}
      isHarmless={!isEnabled}
      onClose={onClose}
    >
      <Text fz="sm">
        {isEnabled
          ? t(
              'New orders are no longer sent through this link. Captures, refunds and voids of existing orders still are.',
            )
          : t('New orders are sent through this link again.')}
      </Text>
    </ChangeDialog>
  )
}

function State({ link }: { readonly link: LinkDetailsView }) {
  const { status, acquirerId, adapter, merchants } = link
  return (
    <Section title={t('State')}>
      <KeyValues
        items={[
          [
            t('Status'),
            <>
              <LinkStatus key="status" link={link} />
              <StatusSentence subject="LINK" status={linkStatusOf(link)} />
            </>,
          ],
          [t('Since'), status && <Time key="since" at={status.since} isPrecise />],
          [t('Reason'), problemOf(link)],
          [t('Requests in flight'), status && String(status.inFlight)],
          [t('Waiting'), status && status.queued > 0 && String(status.queued)],
          [t('Last error'), status?.lastError],
          [t('Adapter'), adapter],
          [t('Acquirer ID'), <Code key="acquirer">{acquirerId}</Code>],
          [t('Merchants'), merchants.length === 0 ? t('None') : <Merchants key="merchants" ids={merchants} />],
        ]}
      />
    </Section>
  )
}

const shownMerchants = 20

function Merchants({ ids }: { readonly ids: readonly string[] }) {
  const more = ids.length - shownMerchants
  return (
    <Group gap={6}>
      {ids.slice(0, shownMerchants).map((id) => (
        <Anchor key={id} component={Link} href={path`/merchants/${id}/profile`} inherit>
          {id}
        </Anchor>
      ))}
      {more > 0 && <span>{tn(more, 'and {count} more', 'and {count} more')}</span>}
    </Group>
  )
}

function settingLine({ title, value, isSecret, isSet, isMultiline, name }: SettingView): KeyValue {
  if (isSecret) return [title, isSet ? t('Set, not shown') : t('Not set')]
  if (value === undefined) return [title, <NoValue key={name} />]
  if (isMultiline) return [title, tn(String(value).split('\n').length, '{count} line', '{count} lines')]
  return [title, typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)]
}

const connectionColumns: readonly [Column<ConnectionView>, ...Column<ConnectionView>[]] = [
  { title: english('Connection'), cell: ({ name }) => name },
  { title: english('State'), cell: ({ state }) => <ConnectionStatus state={state} /> },
  { title: english('Since'), cell: ({ since }) => <Time at={since} isPrecise /> },
  { title: english('In flight'), cell: ({ inFlight }) => inFlight.toLocaleString(formatLocale()), isNumber: true },
  {
    title: english('Echo'),
    cell: ({ echoMs }) => (echoMs === undefined ? <NoValue /> : t('{number} ms', { number: echoMs })),
    isNumber: true,
  },
  { title: english('Last echo'), cell: ({ echoAt }) => <Time at={echoAt} isPrecise /> },
  { title: english('Last error'), cell: ({ reason, lastError }) => reason ?? lastError ?? <NoValue /> },
]

function Connections({ connections }: { readonly connections: readonly ConnectionView[] }) {
  return (
    <ListPart title={t('Connections')}>
      <DataTable
        caption={t('Connections')}
        columns={connectionColumns}
        rows={connections}
        keyOf={({ name }) => name}
        empty={
          <EmptyState icon="link" title={t('No connections')}>
            {t('This link keeps no connections open, or has not been used since the gateway started.')}
          </EmptyState>
        }
      />
    </ListPart>
  )
}

type RevisionView = LinkDetailsView['revisions'][number]

const revisionColumns: readonly [Column<RevisionView>, ...Column<RevisionView>[]] = [
  { title: english('Revision'), cell: ({ revision }) => t('Revision {revision}', { revision: String(revision) }) },
  { title: english('Created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: english('Open transactions'),
    cell: ({ open }) => open.attempts.toLocaleString(formatLocale()),
    isNumber: true,
  },
  { title: english('Reversals'), cell: ({ open }) => open.reversals.toLocaleString(formatLocale()), isNumber: true },
  {
    title: english('Manual resolution'),
    cell: ({ open }) => open.manualResolutions.toLocaleString(formatLocale()),
    isNumber: true,
  },
  {
    title: english('Connected'),
    cell: ({ status }) => (status ? <ConnectionStatus state={status.state} /> : <NoValue />),
  },
]

function Revisions({ link }: { readonly link: LinkDetailsView }) {
  return (
    <ListPart title={t('Revisions')} description={t('Existing orders stay with the revision that took them.')}>
      <DataTable
        caption={t('Revisions')}
        columns={revisionColumns}
        rows={link.revisions}
        keyOf={({ revision }) => String(revision)}
        empty={<EmptyState icon="link" title={t('No revisions')} />}
      />
    </ListPart>
  )
}
