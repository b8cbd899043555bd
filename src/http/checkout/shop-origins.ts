// Which pages of the shop a page of ours may stand in and tell something.
import type { MerchantProfile } from '../../domain/merchants/merchant.ts'
import type { Interaction } from '../../operations/checkout/page-state.ts'
import { originOf } from '../edge/page-headers.ts'

/** What the operator knows of the shop, what the merchant said about the page, and where the page was opened from. */
export interface ShopOriginSources {
  readonly profile: Pick<MerchantProfile, 'pageOrigins'>
  readonly interaction: Interaction
  readonly openedFrom: readonly string[]
}

/** The origins that may show our page in a frame, and that it tells what happened. */
export function shopOrigins({ profile, interaction, openedFrom }: ShopOriginSources): readonly string[] {
  return [
    ...new Set([
      ...returnUrlOrigins(interaction),
      ...originsOf([interaction.merchant?.url]),
      ...profile.pageOrigins,
      ...openedFrom,
    ]),
  ]
}

function returnUrlOrigins(interaction: Interaction): readonly string[] {
  const { returnUrl, cancelUrl, timeoutUrl, redirectMerchantUrl } = interaction
  return [...new Set(originsOf([returnUrl, cancelUrl, timeoutUrl, redirectMerchantUrl]))]
}

function originsOf(urls: readonly (string | undefined)[]): readonly string[] {
  return urls.map(originOf).filter((origin) => origin !== undefined)
}
