// The table of services: its rows are apart from each other, and the guide lists exactly them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type RouteAccess, requiredRights } from './route.ts'
import { consoleRouteTable } from './route-table.ts'

/** Only what rows say is read of it. */
const table = consoleRouteTable({ ports: {} } as never)

function who(access: RouteAccess): string {
  if (!('right' in access)) return access.kind === 'PUBLIC' ? 'public' : 'signed-in users'
  const whose = access.kind === 'OPERATOR' ? 'operator: ' : ''
  return `${whose}${requiredRights(access.right).join(' or ')}${access.isSensitive ? ', sensitive' : ''}`
}

describe('the services of the console', () => {
  it('have distinct routes', () => {
    const names = table.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    assert.deepEqual(names, [...new Set(names)])
  })

  it('require the second factor wherever a user gains permissions, and never for reading', () => {
    for (const { method, access, path } of table) if ('isSensitive' in access) assert.notEqual(method, 'GET', path)
    const sensitive = table.filter(({ access }) => 'isSensitive' in access).map(({ path }) => path)
    for (const word of ['refunds', 'approval', 'secrets', 'passwords', 'certificates', 'people', 'profile', 'webhooks'])
      assert.ok(
        sensitive.some((path) => path.includes(word)),
        word,
      )
  })

  it('are listed in the guide, each in its row', () => {
    const rows = table.map(
      ({ method, path, access, purpose }) => `| \`${method} ${path}\` | ${who(access)} | ${purpose} |`,
    )
    const guide = readFileSync(new URL('../../../docs/guides/console-services.md', import.meta.url), 'utf8')
    const listed = guide.split('\n').filter((line) => /^\| `(GET|POST|PUT|DELETE) /.test(line))
    assert.deepEqual(listed, rows)
  })
})
