// Links to every page that the user may open, in groups.
import { NavLink, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../language/text.ts'
import { type ConsolePage, menuGroups, pages } from '../pages.ts'
import { Icon } from '../parts/icon.tsx'
import { useCurrentSession } from '../session/session-context.tsx'
import { mayOpen } from './home.ts'
import { useShownMerchant } from './merchant-id.ts'
import { useWaiting } from './waiting.ts'

export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const session = useCurrentSession()
  const merchantId = useShownMerchant()
  const side = merchantId === undefined ? 'OPERATOR' : 'MERCHANT'
  const waiting = useWaiting(merchantId)
  const open = pages.filter((page) => page.menu && page.side === side && mayOpen(session, page))
  return (
    <Stack gap="md">
      {menuGroups.map((group) => {
        const inGroup = open.filter(({ menu }) => menu?.group === group)
        if (inGroup.length === 0) return null
        return (
          <div key={group}>
            <Text fz="xs" fw={600} c="dimmed" px="sm" mb={4} id={`menu-${group}`}>
              {t(group)}
            </Text>
            <ul className="plain-list" aria-labelledby={`menu-${group}`}>
              {inGroup.map((page) => (
                <li key={page.path}>
                  <Entry
                    page={page}
                    merchantId={merchantId}
                    onGo={onGo}
                    waiting={waiting[page.menu?.count ?? 'none']}
                  />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </Stack>
  )
}

interface EntryProps {
  readonly page: ConsolePage
  readonly merchantId: string | undefined
  readonly onGo: () => void
  /** How many wait. */
  readonly waiting: number | undefined
}

function Entry({ page: { path, title, menu }, merchantId, onGo, waiting = 0 }: EntryProps) {
  const [location] = useLocation()
  const href = path.replace(':merchantId', encodeURIComponent(merchantId ?? ''))
  // The beginnings of each side are also the beginning of every other address there.
  const isBeginning = path === '/' || path === '/merchants/:merchantId'
  const isHere = location === href || (!isBeginning && location.startsWith(`${href}/`))
  const entry = useRef<HTMLAnchorElement>(null)
  // On a low screen it may lie below the edge of the list.
  useEffect(() => {
    if (isHere) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <NavLink
      ref={entry}
      component={Link}
      href={href}
      label={t(title)}
      active={isHere}
      {...(isHere && { 'aria-current': 'page' as const })}
      leftSection={menu && <Icon name={menu.icon} />}
      {...(waiting > 0 && { rightSection: <WaitingCount count={waiting} /> })}
      onClick={onGo}
      className="menu-entry"
    />
  )
}

/** Counted up to a limit: more than that is "many". */
function WaitingCount({ count }: { readonly count: number }) {
  return (
    <span className="waiting-count numbers">
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {t('waiting')}</VisuallyHidden>
    </span>
  )
}
