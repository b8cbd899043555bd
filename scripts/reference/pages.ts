// All pages of the reference, in memory: file name and text.
import { resolve } from 'node:path'
import { catalogue } from '../../src/contract/catalogue.ts'
import { statusOfRejection } from '../../src/http/api/refusal.ts'
import { readDecisions } from './decisions.ts'
import { indexPage } from './index-page.ts'
import { operationPage, pageName } from './operation-page.ts'

const root = resolve(import.meta.dirname, '../..')

export const referenceFolder = resolve(root, 'docs/reference')

export function referencePages(): ReadonlyMap<string, string> {
  const decisions = readDecisions(resolve(root, 'docs/adr'))
  return new Map([
    ['README.md', indexPage({ operations: catalogue, statusOf: statusOfRejection })],
    ...catalogue.map(
      (operation) => [pageName(operation.name), operationPage(operation, decisions)] as [string, string],
    ),
  ])
}
