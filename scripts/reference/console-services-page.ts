// The page of the HTTP services behind the console, from the table that routes them.
import { type RouteAccess, requiredPermissions } from '../../src/console/route.ts'
import { consoleRouteTable } from '../../src/console/route-table.ts'
import { blocks, code, table } from './markdown.ts'
import { generatedMark } from './operation-page.ts'

export const consoleServicesPageName = 'console-services.md'

export function consoleServicesPage(): string {
  return blocks(
    generatedMark,
    '# Console services',
    'How to call them: [console services](../../docs/guides/console-services.md). "Sensitive" services require a second-factor code within the last 15 minutes. A permission alone means: of the merchant in the path, or of the operator.',
    table(['Service', 'Who', 'What it does'], serviceRows()),
  )
}

function serviceRows(): readonly (readonly string[])[] {
  // Only what rows say is read of it.
  return consoleRouteTable({ dependencies: {} } as never).map(({ method, path, access, purpose }) => [
    code(`${method} ${path}`),
    callersOf(access),
    purpose,
  ])
}

function callersOf(access: RouteAccess): string {
  if (!('permission' in access)) return access.kind === 'PUBLIC' ? 'public' : 'signed-in users'
  const whose = { OPERATOR: 'operator: ', USER: 'about oneself: ', MERCHANT: '' }[access.kind]
  return `${whose}${requiredPermissions(access.permission).join(' or ')}${access.isSensitive ? ', sensitive' : ''}`
}
