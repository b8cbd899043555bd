// The shortcuts of the console: keys, what they do, and for the help what they are.
import { useLocation } from 'wouter'
import { t } from '../language/text.ts'
import { type ConsolePage, pages } from '../pages.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { useCurrentSession } from '../session/session-context.tsx'
import { mayOpen } from './home.ts'
import { useShownMerchant } from './merchant-id.ts'
import type { ShortcutHelp } from './shortcut-help.ts'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'

/** After the key G, by the end of the page's path. */
const pageKeys: Readonly<Record<string, string>> = {
  '': 'h',
  orders: 'o',
  transactions: 't',
  reviews: 'r',
  disputes: 'd',
  tokens: 'k',
  settlement: 's',
  deliveries: 'n',
  pay: 'p',
  merchants: 'm',
  attempts: 'a',
  links: 'l',
}

/** The pages of the side that is shown, with their keys. */
function usePageShortcuts() {
  const session = useCurrentSession()
  const merchantId = useShownMerchant()
  const [, navigate] = useLocation()
  const side = merchantId === undefined ? 'OPERATOR' : 'MERCHANT'
  const keyOf = ({ path }: ConsolePage) => pageKeys[path.replace('/merchants/:merchantId', '').replace(/^\//, '')]
  return pages
    .filter((page) => page.menu && page.side === side && mayOpen(session, page))
    .flatMap((page) => {
      const key = keyOf(page)
      const href = page.path.replace(':merchantId', encodeURIComponent(merchantId ?? ''))
      return key === undefined ? [] : [{ keys: `g ${key}`, text: t(page.title), go: () => navigate(href) }]
    })
}

interface ShellActions {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

/** Presses the button of the page that has this name, if there is one. */
const press = (name: string) => () => {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button:not(:disabled)')]
  buttons.find(({ textContent }) => textContent === name)?.click()
}

/** Returns what they are, for the help. */
export function useKeyShortcuts({ onSearch, onHelp }: ShellActions): readonly ShortcutHelp[] {
  const { hasKeyShortcuts = true } = usePreferences()
  const ofPages = usePageShortcuts()
  const single: Shortcuts = {
    '/': onSearch,
    '?': onHelp,
    n: press(t('Next')),
    p: press(t('Previous')),
    ...Object.fromEntries(ofPages.map(({ keys, go }) => [keys, go])),
  }
  useShortcuts({ 'Mod+k': onSearch, ...(hasKeyShortcuts && single) })
  const always = [{ keys: t('Ctrl K'), text: t('Search') }]
  if (!hasKeyShortcuts) return always
  return [
    { keys: '/', text: t('Search') },
    ...always,
    { keys: '?', text: t('Show shortcuts') },
    { keys: 'n', text: t('Next page of a list') },
    { keys: 'p', text: t('Previous page of a list') },
    ...ofPages.map(({ keys, text }) => ({ keys, text })),
  ]
}
