// The dialog of the search field: what a typed text finds, chosen by arrow keys or by a click.
import { TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { problemText } from '../api/problem.ts'
import { t, tn } from '../language/text.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShownMerchant } from '../shell/merchant-id.ts'
import { ChoiceList } from './choice-list.tsx'
import { choicesOf, type SearchChoice } from './search-choices.tsx'
import { usePageChoices } from './use-page-choices.ts'
import { useTextSearch } from './use-text-search.ts'

/** After the last letter. */
const pauseMs = 150
const resultsMax = 8

interface SearchDialogProps {
  /** What was typed before the dialog was there. */
  readonly firstText: string
  readonly onClose: () => void
}

/** Loaded by name: the default export of a lazy component. */
export default function SearchDialog({ firstText, onClose }: SearchDialogProps) {
  const merchantId = useShownMerchant()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(firstText)
  const [text] = useDebouncedValue(typed.trim(), pauseMs)
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const { data, error, isWanted, isCardNumber, isFetching } = useTextSearch(merchantId, text, resultsMax)
  const pages = usePageChoices(typed.trim())
  const groups = choicesOf({ merchantId, text, found: data, pages })
  const all = groups.flatMap(({ choices }) => choices)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its first result
  useEffect(() => setChosen(0), [text])
  const go = (choice: SearchChoice | undefined) => {
    if (!choice) return
    onClose()
    navigate(choice.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(all[chosen])
    else if (step !== undefined && all.length > 0) setChosen((chosen + step + all.length) % all.length)
    else return
    event.preventDefault()
  }
  const problem = isCardNumber
    ? t('Card numbers are not searched. Enter the last four digits.')
    : error && isWanted
      ? problemText(error)
      : undefined
  const isEmpty = isWanted && !isFetching && data !== undefined && data.orders.length === 0 && data.tokens.length === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      title={t('Search')}
      classNames={{ header: 'search-header' }}
      padding={0}
      size="lg"
      // It stays where it is while results come and go.
      centered={false}
      yOffset="8vh"
    >
      <TextInput
        data-autofocus
        size="md"
        className="search-input"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" />}
        placeholder={merchantId === undefined ? t('Merchant or page') : t('Order, payer, amount, last four…')}
        aria-label={t('Search')}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(all[chosen] && { 'aria-activedescendant': `${listId}-${chosen}` })}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <VisuallyHidden role="status">
        {text === '' ? '' : tn(all.length, '{count} result', '{count} results')}
      </VisuallyHidden>
      {problem !== undefined && (
        <p className="search-note" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && isEmpty && <p className="search-note">{t('No matching orders or tokens')}</p>}
      <ChoiceList
        id={listId}
        groups={groups}
        chosen={chosen}
        onHover={setChosen}
        onChoose={go}
        isStale={isFetching && isWanted}
      />
      {text === '' && merchantId !== undefined && (
        <p className="search-note search-hint">
          {t(
            'Finds orders by order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id. Three characters of an ID are enough.',
          )}
        </p>
      )}
    </Dialog>
  )
}
