// Where the payer goes when a hosted page is done, for shops whose page named callback functions: back to that page.
// The library sends its URL in the query of the post; the session's own URLs take precedence.
import type { FastifyRequest } from 'fastify'
import type { PageInteraction } from '../../checkout/ports/checkout-store.ts'
import { merchantPage } from '../../contract/groups/web-address.ts'
import { FieldError } from '../../contract/row.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { originOf } from '../../platform/http/page-headers.ts'
import { shopOrigins } from './shop-origins.ts'

const parameters = { complete: 'returnUrl', cancel: 'cancelUrl', timeout: 'timeoutUrl' } as const

/** Only URLs of the posting page, according to the browser, and of origins that the merchant has named. */
export function readReturnUrls(
  { query }: FastifyRequest,
  { merchant, interaction, origin }: { merchant: Merchant; interaction: PageInteraction; origin: string | undefined },
): Pick<PageInteraction, 'returnUrl' | 'cancelUrl' | 'timeoutUrl'> {
  const given = query as Readonly<Record<string, unknown>>
  const openedFrom = origin === undefined ? [] : [origin]
  const known = shopOrigins({ profile: merchant.profile, interaction, openedFrom })
  const ways = Object.entries(parameters).flatMap(([parameter, name]) => {
    const url = given[parameter]
    if (typeof url !== 'string' || merchantPage.type.read(url) instanceof FieldError) return []
    return known.includes(originOf(url) ?? '') ? [[name, url] as const] : []
  })
  return Object.fromEntries(ways)
}
