// Which pages a user may open, and which of them is opened first.
import { type ConsolePage, pages } from '../pages.ts'
import { type CurrentSession, hasPermission } from '../session/session.ts'

export function mayOpen(session: CurrentSession, { side, permission }: ConsolePage): boolean {
  return hasPermission(session, permission) && (side !== 'OPERATOR' || session.isOperator)
}

/** The first page of the menu: not every user may view the figures. */
export function homeOf(session: CurrentSession): string {
  const { merchant } = session
  const side = merchant ? 'MERCHANT' : 'OPERATOR'
  const first = pages.find((page) => page.menu && page.side === side && mayOpen(session, page))
  return (first?.path ?? '/account').replace(':merchantId', encodeURIComponent(merchant?.merchantId ?? ''))
}
