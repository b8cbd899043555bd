// Sets or removes the logo of a merchant's payment pages. The content is stored first, then the profile names it: a page
// never names a logo that is not there.
import { createHash } from 'node:crypto'
import type { AuditStamp } from '../../audit/index.ts'
import type { MerchantStore, PageLogo, PageLogos } from '../ports/merchant-store.ts'
import type { Merchant, MerchantProfile } from '../rules/merchant.ts'
import { isLogoFault, type LogoFault, noPageLogo, readPageLogo } from '../rules/page-theme.ts'

interface LogoDependencies {
  readonly merchants: Pick<MerchantStore, 'change'>
  readonly pageLogos: PageLogos
}

export type LogoChange =
  | { readonly kind: 'CHANGED'; readonly profile: MerchantProfile }
  | { readonly kind: 'REFUSED'; readonly fault: LogoFault }
  | { readonly kind: 'unknown merchant' }

export async function setPageLogo(
  merchantId: string,
  content: Buffer,
  by: AuditStamp,
  { merchants, pageLogos }: LogoDependencies,
): Promise<LogoChange> {
  const contentType = readPageLogo(content)
  if (isLogoFault(contentType)) return { kind: 'REFUSED', fault: contentType }
  const hash = logoHashOf(content)
  await pageLogos.add(merchantId, { hash, contentType, content })
  return nameLogo(merchantId, hash, by, { merchants, pageLogos })
}

export function removePageLogo(
  merchantId: string,
  by: AuditStamp,
  dependencies: LogoDependencies,
): Promise<LogoChange> {
  return nameLogo(merchantId, noPageLogo, by, dependencies)
}

async function nameLogo(
  merchantId: string,
  pageLogo: string,
  by: AuditStamp,
  { merchants, pageLogos }: LogoDependencies,
): Promise<LogoChange> {
  const profile = await merchants.change<never>(merchantId, (present) => ({ ...present, pageLogo }), by)
  if (!profile) return { kind: 'unknown merchant' }
  await pageLogos.removeUnused(merchantId)
  return { kind: 'CHANGED', profile }
}

export function logoHashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

export type MerchantLogo = Pick<PageLogo, 'contentType' | 'content'>

/** The logo that the profile names. What was changed in the table alone is not shown. */
export async function findMerchantLogo(
  merchant: Pick<Merchant, 'id' | 'profile'> | undefined,
  { pageLogos }: Pick<LogoDependencies, 'pageLogos'>,
): Promise<MerchantLogo | undefined> {
  if (!merchant || merchant.profile.pageLogo === noPageLogo) return undefined
  const logo = await pageLogos.find(merchant.id, merchant.profile.pageLogo)
  return logo && logoHashOf(logo.content) === merchant.profile.pageLogo ? logo : undefined
}
