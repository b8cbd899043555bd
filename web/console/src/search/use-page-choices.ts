// Pages of the console and, for the operator, merchants, by what they are called.
import type { MerchantListBody } from '../../../../src/console/response-bodies/merchants.ts'
import { useRead } from '../api/queries.ts'
import { t } from '../language/text.ts'
import { pages } from '../pages.ts'
import { useCurrentSession, usePermission } from '../session/session-context.tsx'
import { mayOpen } from '../shell/home.ts'
import { useShownMerchant } from '../shell/merchant-id.ts'
import type { ChoiceGroup } from './search-choices.tsx'

const merchantsMax = 6
const pagesMax = 6

export function usePageChoices(typed: string): readonly ChoiceGroup[] {
  const session = useCurrentSession()
  const merchantId = useShownMerchant()
  const mayView = usePermission('VIEW')
  const isOperator = session.isOperator && mayView
  const { data } = useRead<MerchantListBody>('/merchants', {}, { isWanted: isOperator })
  const wanted = typed.toLowerCase()
  const isNamed = (name: string) => wanted !== '' && name.toLowerCase().includes(wanted)
  const merchants = (data?.merchants ?? [])
    .filter((each) => isNamed(each.name) || isNamed(each.merchantId))
    .slice(0, merchantsMax)
    .map((each) => ({
      href: `/merchants/${encodeURIComponent(each.merchantId)}`,
      icon: 'shop' as const,
      title: each.name,
      ...(each.name !== each.merchantId && { detail: each.merchantId }),
    }))
  const side = merchantId === undefined ? 'OPERATOR' : 'MERCHANT'
  const opened = pages
    .filter((page) => page.menu && page.side === side && mayOpen(session, page) && isNamed(t(page.title)))
    .slice(0, pagesMax)
    .map(({ path, title, menu }) => ({
      href: path.replace(':merchantId', encodeURIComponent(merchantId ?? '')),
      icon: menu?.icon ?? ('menu' as const),
      title: t(title),
    }))
  return [
    { title: t('Merchants'), choices: merchants },
    { title: t('Pages'), choices: opened },
  ]
}
