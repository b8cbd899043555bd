// The registry of the console's pages, as far as tests read it: the components behind it are for the browser.
import type { Permission } from '../../../src/kernel/user.ts'

export interface RegisteredPage {
  readonly side: 'MERCHANT' | 'OPERATOR' | 'SELF'
  readonly path: string
  readonly title: string
  readonly permission?: Permission
}

// Their types stay out of this check.
const registry = new URL('../../../web/console/src/pages.ts', import.meta.url).href

export const { pages } = (await import(registry)) as { readonly pages: readonly RegisteredPage[] }
