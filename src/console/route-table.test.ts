// The table of services: its rows are apart from each other, and the guide about users has what they need.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Row, Rows } from '../contract/row.ts'
import { permissions, permissionsGivenByTwo } from '../kernel/user.ts'
import { type BodyHandle, refuseCardNumbers } from './fields.ts'
import { consoleRouteTable } from './route-table.ts'

/** Only what rows say is read of it. */
const table = consoleRouteTable({ dependencies: {} } as never)

describe('the services of the console', () => {
  it('have distinct routes', () => {
    const names = table.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    assert.deepEqual(names, [...new Set(names)])
  })

  it('require the second factor wherever a user gains permissions, and never for reading', () => {
    for (const { method, access, path } of table) if ('isSensitive' in access) assert.notEqual(method, 'GET', path)
    const sensitive = table.filter(({ access }) => 'isSensitive' in access).map(({ path }) => path)
    for (const word of ['refunds', 'approval', 'secrets', 'passwords', 'certificates', 'users', 'profile', 'webhooks'])
      assert.ok(
        sensitive.some((path) => path.includes(word)),
        word,
      )
  })

  it('refuse a card number in every text of a body, except where others have numbered something', () => {
    const number = '5123450000000008'
    const bodies = table.flatMap(({ handle, method, path }) =>
      'bodyRows' in handle ? [{ name: `${method} ${path}`, rows: (handle as BodyHandle).bodyRows }] : [],
    )
    assert.ok(bodies.length > 40, `${bodies.length} services with a body`)
    const kept = new Set<string>()
    for (const { name, rows } of bodies)
      for (const { field, member, input } of textsOf(rows, number)) {
        const refused = refuseCardNumbers(rows, input)
        if (refused) assert.deepEqual([refused.status, refused.problem.field], [422, field], name)
        else kept.add(member)
      }
    assert.deepEqual([...kept].toSorted(), [
      'account',
      'acquirerId',
      'acquirerMerchantId',
      'authorizationCode',
      'caseNumber',
      'content',
      'copyFrom',
      'identifier',
      'login',
      'merchantId',
      'noteId',
      'notificationHosts',
      'notificationUrl',
      'orderId',
      'orderReference',
      'pem',
      'reference',
      'repositoryId',
      'targetTransactionId',
      'terminals',
      'tokenRepositoryId',
      'transactionId',
      'url',
      'value',
    ])
  })
})

interface PlacedText {
  /** As a refusal names it. */
  readonly field: string
  /** The last name in it. */
  readonly member: string
  /** A body with the text there and nothing else. */
  readonly input: Readonly<Record<string, unknown>>
}

/** A body for each place of the rows at which a text with these digits is accepted. */
function textsOf(rows: Rows, digits: string): readonly PlacedText[] {
  return Object.entries(rows).flatMap(([name, row]) =>
    placesIn(row, digits).map(({ field, member, value }) => ({
      field: `${name}${field}`,
      member: member ?? name,
      input: { [name]: value },
    })),
  )
}

function placesIn(
  row: Row,
  digits: string,
): readonly { readonly field: string; readonly member?: string; readonly value: unknown }[] {
  if (row.kind === 'GROUP')
    return textsOf(row.rows, digits).map(({ field, member, input }) => ({ field: `.${field}`, member, value: input }))
  if (row.kind === 'LIST')
    return placesIn(row.item, digits).map(({ field, value, ...rest }) => ({
      ...rest,
      field: `[0]${field}`,
      value: [value],
    }))
  if (row.kind === 'MAP') assert.fail('no body of the console has names of its own')
  return [digits, `card ${digits}`, `https://shop.example/${digits}`]
    .filter(
      (text) => row.secret === undefined && typeof row.type.read(text) === 'string' && row.type.values === undefined,
    )
    .slice(0, 1)
    .map((value) => ({ field: '', value }))
}

describe('the guide about users', () => {
  const guide = readFileSync(new URL('../../docs/guides/users.md', import.meta.url), 'utf8')
  const part = (heading: string) =>
    guide.split(/^#+ /m).find((text) => text.startsWith(heading)) ?? assert.fail(heading)
  const namesIn = (text: string) => [...text.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)

  it('says of every permission what it allows, and what it reaches alone', () => {
    for (const heading of ['Permissions and roles', 'What one user reaches alone']) {
      const rows = (part(heading).split('| Role |')[0] ?? '')
        .split('\n')
        .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
      assert.deepEqual(rows.map((row) => namesIn(row)[0]).toSorted(), [...permissions].toSorted(), heading)
    }
  })

  it('lists the permissions that a user who approves gives with a second user only', () => {
    const [row = ''] = /^\| The same for .*$/m.exec(part('Approval by two users')) ?? []
    const listed = namesIn(row.split(', when the user')[0] ?? '')
    assert.deepEqual(
      ['APPROVE', ...listed].toSorted(),
      [...permissionsGivenByTwo(['APPROVE', 'MANAGE_USERS'])].toSorted(),
    )
    assert.deepEqual(permissionsGivenByTwo(['MANAGE_USERS']), ['APPROVE'])
  })
})
