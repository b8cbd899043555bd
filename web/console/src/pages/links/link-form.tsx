// Creating an acquirer link, and changing the settings of one.
import { Alert, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type {
  AdapterListBody,
  ChangedLinkBody,
  LinkDetailsBody,
} from '../../../../../src/console/response-bodies/links.ts'
import type { RequestedChangeBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { ApiProblem, fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { operatorApprovalsPath } from '../approvals/approval-requests-part.tsx'
import { isRequested, waitsForApproval } from '../approvals/requested-change.ts'
import { changesOf, SettingFields, type SettingTexts } from './setting-fields.tsx'
import { type LinkDetailsView, linkPath, linksPath, type SettingView } from './wire.ts'

export function CreateLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const { data, error } = useRead<AdapterListBody>('/adapters')
  const adapters = data?.adapters ?? []
  const [linkId, setLinkId] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [texts, setTexts] = useState<SettingTexts>({})
  const adapter = adapters.find(({ name }) => name === chosen) ?? adapters[0]
  const settings = adapter?.settings ?? []
  const saving = useChange<LinkDetailsBody | RequestedChangeBody>(
    () => ({
      method: 'POST',
      path: linksPath,
      body: { linkId: linkId.trim(), adapter: adapter?.name ?? '', settings: changesOf(settings, texts).settings },
    }),
    {
      refreshes: [linksPath, operatorApprovalsPath],
      onDone: (link) => {
        onClose()
        if (isRequested(link)) {
          notifySuccess(waitsForApproval())
          return
        }
        notifySuccess(t('Link {link} was created.', { link: link.linkId }))
        navigate(linkPath(link.linkId))
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Create link||acquirer')}
      confirm={t('Create')}
      onConfirm={() => !saving.isPending && saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={!adapter || linkId.trim() === ''}
      error={error ?? problemOutsideFields(saving.error, settings)}
    >
      <TextInput
        label={t('Link ID')}
        description={t('Small letters, digits and hyphens, for example north-bank.')}
        value={linkId}
        onChange={({ currentTarget }) => setLinkId(currentTarget.value)}
        error={fieldProblem(saving.error, 'linkId')}
        autoComplete="off"
        maxLength={40}
        required
        data-autofocus
      />
      <Select
        label={t('Adapter')}
        description={adapter && t(adapter.title)}
        data={adapters.map(({ name }) => name)}
        value={adapter?.name ?? null}
        onChange={(name) => {
          setChosen(name ?? undefined)
          setTexts({})
        }}
        allowDeselect={false}
      />
      <SettingFields settings={settings} texts={texts} onChange={setTexts} error={saving.error} />
    </ConfirmDialog>
  )
}

interface EditProps {
  readonly link: LinkDetailsView
  readonly onClose: () => void
}

export function EditLinkDialog({ link, onClose }: EditProps) {
  const [acquirerId, setAcquirerId] = useState(link.acquirerId)
  const [texts, setTexts] = useState<SettingTexts>({})
  const changes = changesOf(link.settings, texts)
  const changedNames = [...changes.settings.map(({ name }) => name), ...changes.unset]
  const makesRevision = link.settings.some(({ name, isIdentity }) => isIdentity && changedNames.includes(name))
  const body = { ...changes, ...(acquirerId !== link.acquirerId && { acquirerId: acquirerId.trim() }) }
  const saving = useChange<ChangedLinkBody | RequestedChangeBody>(
    () => ({ method: 'PUT', path: linkPath(link.linkId), body }),
    {
      refreshes: [linksPath, operatorApprovalsPath],
      onDone: (saved) => {
        notifySuccess(isRequested(saved) ? waitsForApproval() : savedText(saved))
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Edit {name}', { name: link.linkId })}
      confirm={t('Save')}
      onConfirm={() => !saving.isPending && saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={changedNames.length === 0 && acquirerId === link.acquirerId}
      error={problemOutsideFields(saving.error, link.settings)}
    >
      <TextInput
        label={t('Acquirer ID')}
        description={t('Returned as transaction.acquirer.id.')}
        value={acquirerId}
        onChange={({ currentTarget }) => setAcquirerId(currentTarget.value)}
        error={fieldProblem(saving.error, 'acquirerId')}
        autoComplete="off"
        required
      />
      <SettingFields settings={link.settings} texts={texts} onChange={setTexts} error={saving.error} />
      {makesRevision && (
        <Alert color="blue" variant="light">
          <Text fz="sm">
            {t('New orders will use a new revision. Existing orders stay with revision {revision}.', {
              revision: String(link.revision),
            })}
          </Text>
          {link.settings.some(({ isSecret, isSet }) => isSecret && isSet) && (
            <Text fz="sm">
              {t('Enter its secrets again: they are only used with the address they were entered for.')}
            </Text>
          )}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

function savedText({ hasNewRevision, revision }: Pick<ChangedLinkBody, 'hasNewRevision' | 'revision'>): string {
  return hasNewRevision
    ? t('Saved as revision {revision}.', { revision: String(revision) })
    : t('The settings were saved.')
}

/** A refusal that no field of the form shows. */
function problemOutsideFields(error: unknown, settings: readonly SettingView[]): unknown {
  if (!(error instanceof ApiProblem) || error.field === undefined) return error
  const fields = ['linkId', 'acquirerId', ...settings.map(({ name }) => `settings.${name}`)]
  return fields.includes(error.field) ? undefined : error
}
