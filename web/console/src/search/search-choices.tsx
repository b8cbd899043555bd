// What can be chosen below the search field: orders and tokens that were found, merchants, pages.
import type { ReactNode } from 'react'
import type { TextSearchBody } from '../../../../src/console/response-bodies/search.ts'
import { path } from '../api/client.ts'
import type { Jsonified } from '../api/json.ts'
import { t } from '../language/text.ts'
import { OrderStatusBadge } from '../pages/orders/cells.tsx'
import { orderPath } from '../pages/orders/wire.ts'
import type { IconName } from '../parts/icon.tsx'
import { Money } from '../parts/values.tsx'
import { matchText } from './field-labels.ts'

export interface SearchChoice {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly detail?: string
  readonly aside?: ReactNode
}

export interface ChoiceGroup {
  readonly title: string
  readonly choices: readonly SearchChoice[]
}

interface ChoicesInput {
  readonly merchantId: string | undefined
  readonly text: string
  readonly found: Jsonified<TextSearchBody> | undefined
  readonly pages: readonly ChoiceGroup[]
}

export function choicesOf({ merchantId, text, found, pages }: ChoicesInput): readonly ChoiceGroup[] {
  const ofMerchant = merchantId === undefined || !found ? [] : foundGroups(merchantId, text, found)
  return [...ofMerchant, ...pages].filter(({ choices }) => choices.length > 0)
}

function foundGroups(merchantId: string, text: string, found: Jsonified<TextSearchBody>): readonly ChoiceGroup[] {
  const orders = found.orders.map(({ order, transactionId, matches }): SearchChoice => {
    const isOfTransaction = matches.some(({ field }) => field !== 'ORDER')
    const anchor = isOfTransaction ? `?transaction=${encodeURIComponent(transactionId)}` : ''
    return {
      href: orderPath(merchantId, order.orderId) + anchor,
      icon: 'order',
      title: order.orderId,
      detail: matchText(matches),
      aside: (
        <>
          <Money amount={order.amount} currency={order.currency} />
          <OrderStatusBadge order={order} />
        </>
      ),
    }
  })
  const tokens = found.tokens.map(
    ({ token }): SearchChoice => ({
      href: path`/merchants/${merchantId}/tokens/${token}`,
      icon: 'token',
      title: token,
    }),
  )
  const all: SearchChoice = {
    href: `${path`/merchants/${merchantId}/search`}?text=${encodeURIComponent(text)}`,
    icon: 'search',
    title: found.hasMore ? t('Show more results') : t('Show as a list'),
  }
  return [
    { title: t('Orders'), choices: found.orders.length > 1 ? [...orders, all] : orders },
    { title: t('Tokens'), choices: tokens },
  ]
}
