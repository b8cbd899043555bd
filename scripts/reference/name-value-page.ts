// The reference page of the name-value protocol: its rules, and an example of each operation.

import { namesMax } from '../../src/contract/name-value/name-values.ts'
import { type Operation, versions } from '../../src/contract/operation.ts'
import { nameValueExample, nameValueOperation } from '../../src/requests/name-value.ts'
import { blocks, code, fenced, table } from './markdown.ts'
import { generatedMark, pageName } from './operation-page.ts'

export const nameValuePageName = 'name-value-pairs.md'

export function nameValuePage(operations: readonly Operation[]): string {
  return blocks(
    generatedMark,
    '# Name-value pairs',
    `Every operation in every version can also be requested by a form post to one path. The names are those of the JSON fields; rules, answers, errors and HTTP statuses are the same. The fields of each operation are on its own page.`,
    table(
      ['', ''],
      [
        ['Method and path', code('POST /api/nvp/version/{version}')],
        ['Body', 'Form-encoded, in UTF-8 or in ISO-8859-1 if the content type names it as charset'],
        [
          'Credentials',
          '`apiUsername` (`merchant.` and the merchant id) and `apiPassword`; or HTTP Basic; or a client certificate',
        ],
        ['Identifiers', '`merchant`, and what JSON requests have in their path: see the table'],
        ['Groups and lists', '`order.amount`, `order.item[0].name`; indexes begin with 0 and have no gaps'],
        ['Booleans', '`true` and `false`'],
        ['Limits', `${namesMax} names. A name that occurs twice, or is both a value and a group, is INVALID`],
        [
          'Answer',
          'Form-encoded in the charset of the request, names in alphabetical order, amounts with the decimals of their currency',
        ],
      ],
    ),
    '## Operations',
    '`apiOperation` is always needed. CHECK_GATEWAY, without credentials, answers `gatewayVersion` and `status`.',
    operationsTable(operations),
    '## Examples',
    'For a sandbox that runs in this folder. Where a request follows another one, its ids are those of the other example.',
    ...operations.flatMap((operation) => [`### ${operation.name}`, command(operation)]),
  )
}

function operationsTable(operations: readonly Operation[]): string {
  return table(
    ['Operation', '`apiOperation`', 'Identifiers'],
    operations.map((operation) => [
      `[${operation.name}](${pageName(operation.name)})`,
      code(nameValueOperation(operation)),
      Object.values(operation.route.ids)
        .map(({ field }) => code(field))
        .join(', '),
    ]),
  )
}

function command(operation: Operation): string {
  const pairs = nameValueExample(operation, versions.newest)
  const [, merchantId = ''] = pairs.find(([name]) => name === 'merchant') ?? []
  const lines = [
    `curl "http://localhost:8080/api/nvp/version/${versions.newest}"`,
    `--data-urlencode "apiUsername=merchant.${merchantId}"`,
    '--data-urlencode "apiPassword=$(cat .tollgate/sandbox-password)"',
    ...pairs.map(([name, value]) => `--data-urlencode '${name}=${value}'`),
  ]
  return fenced('sh', lines.join(' \\\n  '))
}
