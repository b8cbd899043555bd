// All pages of the reference, in memory: file name and text.
import { resolve } from 'node:path'
import { statusOfRejection } from '../../src/api/refusal.ts'
import { entriesOf, presenceText, ruleText } from '../../src/contract/fields.ts'
import { errorRows } from '../../src/contract/groups/call.ts'
import { type Operation, versions } from '../../src/contract/operation.ts'
import { rejectionSentences } from '../../src/contract/reference/descriptions/result-codes.ts'
import { descriptionOf } from '../../src/contract/reference/field-descriptions.ts'
import { type OperationGroup, operationGroupOf, operationGroups } from '../../src/docs/operation-groups.ts'
import { type Rejection, type RejectionReason, reject } from '../../src/kernel/rejection.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { consoleServicesPage, consoleServicesPageName } from './console-services-page.ts'
import { readDecisions } from './field-table.ts'
import { contractVersions } from './lines.ts'
import { blocks, code, table } from './markdown.ts'
import { nameValuePage, nameValuePageName } from './name-value-page.ts'
import { generatedMark, operationPage, pageName } from './operation-page.ts'

const root = resolve(import.meta.dirname, '../..')

/** Ignored by git: the gateway serves the same content at /docs. */
export const referenceFolder = resolve(root, 'build/reference')

export function referencePages(): ReadonlyMap<string, string> {
  const decisions = readDecisions(resolve(root, 'docs'), referenceFolder)
  return new Map([
    ['README.md', indexPage({ operations: catalogue, statusOf: statusOfRejection })],
    [nameValuePageName, nameValuePage(catalogue)],
    [consoleServicesPageName, consoleServicesPage()],
    ...catalogue.map(
      (operation) => [pageName(operation.name), operationPage(operation, decisions)] as [string, string],
    ),
  ])
}

// The index of the reference: operations by theme, and what all of them share.

interface IndexParts {
  readonly operations: readonly Operation[]
  readonly statusOf: (rejection: Rejection) => number
}

function indexPage({ operations, statusOf }: IndexParts): string {
  return blocks(
    generatedMark,
    '# Reference',
    `Every operation of the API, from the rows that check the requests. All paths begin with \`/api/rest/version/{version}/merchant/{merchantId}\`; versions ${versions.oldest} to ${versions.newest} are served. A request in version n follows the newest contract of its operation that is not newer than n, or the oldest one if all are. The same operations can be requested as [name-value pairs](${nameValuePageName}).`,
    ...operationGroups.flatMap((title) => [`## ${title}`, operationsTable(operationsOf(title, operations))]),
    '## Responses',
    'An executed operation returns 201, also when the payment was declined: see `result` and `response.gatewayCode`. Retrievals, updates and repeated requests return 200.',
    '## How to read the tables',
    table(['Word', 'Meaning'], words),
    '## Refusals',
    'When a request is refused, nothing is executed. The response has result ERROR and these members; it reports one error.',
    errorTable(),
    'The reasons with their HTTP status:',
    rejectionsTable(statusOf),
  )
}

/** In the order of the table of themes. */
function operationsOf(title: OperationGroup, operations: readonly Operation[]): readonly Operation[] {
  return Object.entries(operationGroupOf).flatMap(([name, theme]) =>
    theme === title ? operations.filter((operation) => operation.name === name) : [],
  )
}

function operationsTable(operations: readonly Operation[]): string {
  return table(
    ['Operation', 'Request', 'Contracts', 'Purpose'],
    operations.map((operation) => [
      `[${operation.name}](${pageName(operation.name)})`,
      operation.route.methods
        .map((method) => code(`${method} ${operation.route.path.replace(/:(\w+)/g, '{$1}')}`.trim()))
        .join(', '),
      contractVersions(operation).join(', '),
      descriptionOf(operation.name) ?? '',
    ]),
  )
}

const words: readonly (readonly [string, string])[] = [
  ['REQUIRED', 'A request without it is refused. "With its group": only when its group is sent.'],
  ['FIXED', 'Required, and one value only.'],
  ['CONDITIONAL', 'In a request: required by a rule across fields. In a response: present when it applies.'],
  ['OPTIONAL', 'May be left out.'],
  ['ALWAYS PROVIDED', 'Every response has it. "With its group": whenever its group is present.'],
  [
    'secret',
    'Never logged or part of an explanation. An account is stored encrypted and returned masked; an authentication value is never stored; a credential is never shown.',
  ],
  ['Versions', 'Where the operation has the field: "all", "from 50", "15-29".'],
  ['Decided', 'The page with the reason for a choice that the specification leaves open.'],
]

function errorTable(): string {
  const rows = [...entriesOf(errorRows)].map((entry) => {
    const { type, bounds } = ruleText(entry)
    return [
      code(entry.name),
      `${type} ${bounds}`.trim(),
      presenceText(entry, 'response'),
      descriptionOf(entry.name) ?? '',
    ]
  })
  return table(['Field', 'Type and bounds', 'Presence', 'Meaning'], rows)
}

function rejectionsTable(statusOf: IndexParts['statusOf']): string {
  const rows = (Object.keys(rejectionSentences) as RejectionReason[]).map((reason) => {
    const rejection = reject(reason)
    const { cause, validationType, field } = rejection
    return [
      rejectionSentences[reason],
      String(statusOf(rejection)),
      cause,
      validationType ?? '',
      field ? code(field) : validationType ? 'the field in question' : '',
    ]
  })
  return table(['When', 'HTTP', '`error.cause`', '`error.validationType`', '`error.field`'], rows)
}
