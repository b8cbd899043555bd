// One acquirer link: its state and connections, its settings, its revisions with what is open on them, and its merchants.
import { Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LinkDetailsBody, LinkTestBody } from '../../../../../src/http/console/response-bodies/links.ts'
import { path } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { notifyProblem, notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { Code, NoValue, Time } from '../../parts/values.tsx'
import { useRight } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { EditLinkDialog } from './link-form.tsx'
import { ConnectionStatus, LinkStatus, problemOf } from './link-status.tsx'
import { Responses } from './responses-part.tsx'
import { type ConnectionView, type LinkDetailsView, linkPath, linksPath, type SettingView } from './wire.ts'

type Action = 'EDIT' | 'TOGGLE'

export function LinkPage() {
  const linkId = usePathParameter('linkId')
  const mayChange = useRight('CONFIGURE')
  const [action, setAction] = useState<Action>()
  const reading = useRead<LinkDetailsBody>(linkPath(linkId), {}, { everyMs: 5_000 })
  const close = () => setAction(undefined)
  const link = reading.data
  return (
    <Page
      title={linkId}
      description={link?.adapterTitle ?? 'Acquirer link'}
      actions={link && mayChange && <Actions link={link} onAction={setAction} />}
    >
      <QueryContent reading={reading}>
        {(shown) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <State link={shown} />
              <Section title="Settings" description={`Revision ${shown.revision}`}>
                <KeyValues items={shown.settings.map(settingLine)} />
              </Section>
            </SimpleGrid>
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
      if (isReachable) notifySuccess('The acquirer responds.')
      else notifyProblem(`The acquirer does not respond${reason === undefined ? '' : `: ${reason}`}.`)
    },
  })
  return (
    <>
      {test.error ? <Problem error={test.error} /> : null}
      <Button variant="default" onClick={() => onAction('TOGGLE')}>
        {link.isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate()}
        leftSection={<Icon name="refresh" size={16} />}
      >
        Test connection
      </Button>
      <Button onClick={() => onAction('EDIT')}>Edit settings</Button>
    </>
  )
}

function ToggleDialog({ link, onClose }: { readonly link: LinkDetailsView; readonly onClose: () => void }) {
  const { linkId, isEnabled } = link
  return (
    <ChangeDialog
      title={isEnabled ? 'Disable link' : 'Enable link'}
      confirm={isEnabled ? 'Disable' : 'Enable'}
      call={{ method: 'PUT', path: `${linkPath(linkId)}/enabled`, body: { isEnabled: !isEnabled } }}
      refreshes={[linksPath]}
      done={isEnabled ? `${linkId} takes no new orders.` : `${linkId} takes new orders.`}
      isHarmless={!isEnabled}
      onClose={onClose}
    >
      <Text fz="sm">
        {isEnabled
          ? 'New orders are no longer sent through this link. Captures, refunds and voids of existing orders still are.'
          : 'New orders are sent through this link again.'}
      </Text>
    </ChangeDialog>
  )
}

function State({ link }: { readonly link: LinkDetailsView }) {
  const { status, acquirerId, adapter, merchants } = link
  return (
    <Section title="State">
      <KeyValues
        items={[
          ['Status', <LinkStatus key="status" link={link} />],
          ['Since', status && <Time key="since" at={status.since} isPrecise />],
          ['Reason', problemOf(link)],
          ['Requests in flight', status && String(status.inFlight)],
          ['Waiting', status && status.queued > 0 && String(status.queued)],
          ['Last error', status?.lastError],
          ['Adapter', adapter],
          ['Acquirer ID', <Code key="acquirer">{acquirerId}</Code>],
          ['Merchants', merchants.length === 0 ? 'None' : <Merchants key="merchants" ids={merchants} />],
        ]}
      />
    </Section>
  )
}

const shownMerchants = 20

function Merchants({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Group gap={6}>
      {ids.slice(0, shownMerchants).map((id) => (
        <Anchor key={id} component={Link} href={path`/merchants/${id}/profile`} inherit>
          {id}
        </Anchor>
      ))}
      {ids.length > shownMerchants && <span>and {ids.length - shownMerchants} more</span>}
    </Group>
  )
}

function settingLine({ title, value, isSecret, isSet, isMultiline, name }: SettingView): KeyValue {
  if (isSecret) return [title, isSet ? 'Set, not shown' : 'Not set']
  if (value === undefined) return [title, <NoValue key={name} />]
  if (isMultiline) return [title, `${String(value).split('\n').length} lines`]
  return [title, typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)]
}

const connectionColumns: readonly [Column<ConnectionView>, ...Column<ConnectionView>[]] = [
  { title: 'Connection', cell: ({ name }) => name },
  { title: 'State', cell: ({ state }) => <ConnectionStatus state={state} /> },
  { title: 'Since', cell: ({ since }) => <Time at={since} isPrecise /> },
  { title: 'In flight', cell: ({ inFlight }) => inFlight.toLocaleString(), isNumber: true },
  {
    title: 'Echo',
    cell: ({ echoMs }) => (echoMs === undefined ? <NoValue /> : `${echoMs.toLocaleString()} ms`),
    isNumber: true,
  },
  { title: 'Last echo', cell: ({ echoAt }) => <Time at={echoAt} isPrecise /> },
  { title: 'Last error', cell: ({ reason, lastError }) => reason ?? lastError ?? <NoValue /> },
]

function Connections({ connections }: { readonly connections: readonly ConnectionView[] }) {
  return (
    <ListPart title="Connections">
      <DataTable
        caption="Connections"
        columns={connectionColumns}
        rows={connections}
        keyOf={({ name }) => name}
        empty={
          <EmptyState icon="link" title="No connections">
            This link keeps no connections open, or has not been used since the gateway started.
          </EmptyState>
        }
      />
    </ListPart>
  )
}

type RevisionView = LinkDetailsView['revisions'][number]

const revisionColumns: readonly [Column<RevisionView>, ...Column<RevisionView>[]] = [
  { title: 'Revision', cell: ({ revision }) => `Revision ${revision}` },
  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Open transactions', cell: ({ open }) => open.attempts.toLocaleString(), isNumber: true },
  { title: 'Reversals', cell: ({ open }) => open.reversals.toLocaleString(), isNumber: true },
  { title: 'Manual resolution', cell: ({ open }) => open.manualResolutions.toLocaleString(), isNumber: true },
  {
    title: 'Connected',
    cell: ({ status }) => (status ? <ConnectionStatus state={status.state} /> : <NoValue />),
  },
]

function Revisions({ link }: { readonly link: LinkDetailsView }) {
  return (
    <ListPart title="Revisions" description="Existing orders stay with the revision that took them.">
      <DataTable
        caption="Revisions"
        columns={revisionColumns}
        rows={link.revisions}
        keyOf={({ revision }) => String(revision)}
        empty={<EmptyState icon="link" title="No revisions" />}
      />
    </ListPart>
  )
}
