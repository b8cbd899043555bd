// Logos that merchants name by a URL in a session, loaded by the gateway: the payer's browser calls no other site.
import type { PageLogo } from '../../merchants/ports/page-logos.ts'

export interface LinkedLogos {
  /** Undefined when there is no picture at the URL, or it cannot be loaded now. */
  find(merchantId: string, url: string): Promise<Omit<PageLogo, 'hash'> | undefined>
}
