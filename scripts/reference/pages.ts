// All pages of the reference, in memory: file name and text.
import { resolve } from 'node:path'
import { statusOfRejection } from '../../src/api/refusal.ts'
import { catalogue } from '../../src/requests/catalogue.ts'
import { readDecisions } from './decisions.ts'
import { indexPage } from './index-page.ts'
import { nameValuePage, nameValuePageName } from './name-value-page.ts'
import { operationPage, pageName } from './operation-page.ts'

const root = resolve(import.meta.dirname, '../..')

/** Ignored by git: the gateway serves the same content at /docs. */
export const referenceFolder = resolve(root, 'build/reference')

export function referencePages(): ReadonlyMap<string, string> {
  const decisions = readDecisions(resolve(root, 'docs'), referenceFolder)
  return new Map([
    ['README.md', indexPage({ operations: catalogue, statusOf: statusOfRejection })],
    [nameValuePageName, nameValuePage(catalogue)],
    ...catalogue.map(
      (operation) => [pageName(operation.name), operationPage(operation, decisions)] as [string, string],
    ),
  ])
}
