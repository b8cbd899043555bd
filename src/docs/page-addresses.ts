// Addresses of the reference: /docs/100/pay and /docs/100/guides/test-cards are pages; /docs/pay, /docs/61/CAPTURE and /docs/test-cards
// are easy to write and to send, and lead to them.

import { parseVersion } from '../api/routes.ts'
import { versions } from '../contract/operation.ts'
import { catalogue } from '../requests/catalogue.ts'
import { guideList } from './guides.ts'

export type DocsAddress = { readonly kind: 'PAGE' } | { readonly kind: 'ELSEWHERE'; readonly path: string }

/** Undefined where there is no such page. `rest` follows the version; `decisions` are the pages that fields refer to. */
export function findPage(
  versionText: string,
  rest: string,
  decisions: ReadonlyMap<string, string>,
): DocsAddress | undefined {
  const version = versionText === '' ? versions.newest : parseVersion(versionText)
  if (version === undefined) return undefined
  const [first = '', second = '', ...more] = rest.split('/')
  const page: DocsAddress | undefined = versionText === '' ? undefined : { kind: 'PAGE' }
  if (first === '') return page
  if (first === 'guides') return guideList.some(({ name }) => name === second) && more.length < 2 ? page : undefined
  if (first === 'choices' || first === 'adr') return decisions.has(rest) ? page : undefined
  const name = first.toLowerCase().replaceAll('_', '-')
  const elsewhere = (path: string): DocsAddress => ({ kind: 'ELSEWHERE', path: `/docs/${version}/${path}` })
  if (catalogue.some((operation) => operation.name === name.toUpperCase().replaceAll('-', '_'))) {
    if (!isSide(second, more)) return undefined
    return name === first && page ? page : elsewhere([name, second, ...more].filter(Boolean).join('/'))
  }
  const guide = second === '' && guideList.find((each) => each.name === name)
  return guide ? elsewhere(`guides/${guide.name}`) : undefined
}

/** What follows an operation: a side of it, and perhaps a field. */
function isSide(side: string, more: readonly string[]): boolean {
  return side === '' ? more.length === 0 : ['request', 'answer'].includes(side) && more.length < 2
}
