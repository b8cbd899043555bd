// The search field in the bar of every page. It opens a dialog, which is loaded when it is opened for the first time.
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { loadTexts } from '../language/load-texts.ts'
import { t } from '../language/text.ts'
import { Icon } from '../parts/icon.tsx'

const SearchDialog = lazy(async () => {
  // It shows orders as their list does.
  await loadTexts('orders')
  return import('./search-dialog.tsx')
})

interface SearchFieldProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

export function SearchField({ isOpen, onOpen, onClose }: SearchFieldProps) {
  const [typedEarly, setTypedEarly] = useState('')
  const close = () => {
    setTypedEarly('')
    onClose()
  }
  return (
    <>
      <UnstyledButton className="search-field" onClick={onOpen} visibleFrom="sm" aria-keyshortcuts="/ Control+K">
        <Icon name="search" size={16} />
        <span>{t('Search')}</span>
        <span className="key" aria-hidden="true">
          /
        </span>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onOpen} hiddenFrom="sm" aria-label={t('Search')}>
        <Icon name="search" />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={<EarlyKeys onType={(letter) => setTypedEarly((before) => before + letter)} />}>
          <SearchDialog firstText={typedEarly} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Letters that are typed while the dialog is loaded are for the dialog, and no shortcuts. */
function EarlyKeys({ onType }: { readonly onType: (letter: string) => void }) {
  const type = useEffectEvent(onType)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      type(event.key)
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
  return null
}
