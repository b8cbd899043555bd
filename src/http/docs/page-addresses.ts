// Addresses of the reference that are easy to write and to send: /docs/pay, /docs/61/capture, /docs/test-cards. The page keeps what
// it shows after the #, where a server does not see it.
import { catalogue } from '../../contract/catalogue.ts'
import { versions } from '../../contract/operation.ts'
import { parseVersion } from '../api/routes.ts'
import { guideList } from './guides.ts'

/** The part after #; undefined where there is no such page. */
export function findPage(page: string, versionText: string): string | undefined {
  const version = versionText === '' ? versions.newest : parseVersion(versionText)
  if (version === undefined) return undefined
  const name = page.toLowerCase()
  const operation = catalogue.find((each) => each.name === name.toUpperCase().replaceAll('-', '_'))
  if (operation) return `#/${version}/${operation.name}`
  const guide = guideList.find((each) => each.name === name)
  return guide && `#/${version}/guides/${guide.name}`
}
