// Writes generated pages: the API reference into build/reference, the script inventory of the payment pages, and the tables
// of a distributed database.
// `npm run generate`
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributedPage, distributedPageFile, pageScriptsFile, pageScriptsPage } from './guide-lists.ts'
import { referenceFolder, referencePages } from './reference/pages.ts'

const pages = referencePages()
mkdirSync(referenceFolder, { recursive: true })
for (const [name, text] of pages) writeFileSync(join(referenceFolder, name), text)
// Pages of operations that are gone.
for (const name of readdirSync(referenceFolder)) if (!pages.has(name)) rmSync(join(referenceFolder, name))
writeFileSync(pageScriptsFile, pageScriptsPage())
writeFileSync(distributedPageFile, distributedPage())
console.log(
  `${pages.size} pages in build/reference, docs/guides/page-scripts.md, and the tables in docs/operating/distributed-postgresql.md`,
)
