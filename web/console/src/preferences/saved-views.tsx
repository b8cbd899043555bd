// Views of a list: its filters under a name, for the user who saved them.
import { Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { savedViewsMax } from '../../../../src/users/rules/preferences.ts'
import { t } from '../language/text.ts'
import { ConfirmDialog } from '../parts/dialogs.tsx'
import { Icon } from '../parts/icon.tsx'
import { notifySuccess } from '../parts/notify.ts'
import { useListName } from './list-name.ts'
import { useChangePreferences, usePreferences } from './use-preferences.ts'

/** Where in the list one is belongs to the moment, not to the view. */
function filtersOf(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('after')
  return parameters.toString()
}

export function SavedViews() {
  const list = useListName()
  const [pathname, navigate] = useLocation()
  const query = filtersOf(useSearch())
  const { views = [] } = usePreferences()
  const change = useChangePreferences()
  const [isNaming, setNaming] = useState(false)
  const ofList = views.filter((view) => view.list === list)
  const shown = ofList.find((view) => view.query === query)
  const without = (name: string) => views.filter((view) => view.list !== list || view.name !== name)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
            {shown?.name ?? t('Views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ofList.length > 0 && <Menu.Label>{t('Your views')}</Menu.Label>}
          {ofList.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => navigate(`${pathname}?${view.query}`)}
              rightSection={view === shown && <Icon name="check" size={14} />}
            >
              {view.name}
            </Menu.Item>
          ))}
          {ofList.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Icon name="plus" size={16} />}
            disabled={query === '' || shown !== undefined || views.length >= savedViewsMax}
            onClick={() => setNaming(true)}
          >
            {query === '' ? t('Set a filter to save a view') : t('Save this view')}
          </Menu.Item>
          {shown && (
            <Menu.Item
              leftSection={<Icon name="trash" size={16} />}
              onClick={() => {
                change({ views: without(shown.name) })
                notifySuccess(t('View “{name}” was deleted.', { name: shown.name }))
              }}
            >
              {t('Delete “{name}”', { name: shown.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            change({ views: [...without(name), { list, name, query }] })
            setNaming(false)
            notifySuccess(t('View “{name}” was saved.', { name }))
          }}
        />
      )}
    </>
  )
}

interface NameDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

function NameDialog({ onClose, onName }: NameDialogProps) {
  const [name, setName] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Save view')}
      confirm={t('Save')}
      isDisabled={name.trim() === ''}
      onConfirm={() => onName(name.trim())}
    >
      <TextInput
        label={t('Name')}
        description={t('The filters and the sort order of this list. Only you see your views.')}
        required
        maxLength={60}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
