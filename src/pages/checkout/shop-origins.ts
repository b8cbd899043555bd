// Which pages of the shop may embed a payment page and receive its messages.

import type { PageInteraction } from '../../checkout/index.ts'
import type { MerchantProfile } from '../../merchants/index.ts'
import { originOf } from '../../platform/http/page-headers.ts'

/** From the operator's settings, the merchant's request about the page, and the page that opened it. */
export interface ShopOriginSources {
  readonly profile: Pick<MerchantProfile, 'pageOrigins'>
  readonly interaction: PageInteraction
  readonly openedFrom: readonly string[]
}

/** The origins that may show the page in a frame, and that it reports the result to. */
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

function returnUrlOrigins(interaction: PageInteraction): readonly string[] {
  const { returnUrl, cancelUrl, timeoutUrl, redirectMerchantUrl } = interaction
  return [...new Set(originsOf([returnUrl, cancelUrl, timeoutUrl, redirectMerchantUrl]))]
}

function originsOf(urls: readonly (string | undefined)[]): readonly string[] {
  return urls.map(originOf).filter((origin) => origin !== undefined)
}
