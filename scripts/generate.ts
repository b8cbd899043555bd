// Writes generated pages: the references of the API and of the console's services into build/reference, and the table of a
// distributed database.
// `npm run generate`
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributedPage, distributedPageFile } from './guide-lists.ts'
import { referenceFolder, referencePages } from './reference/pages.ts'

const pages = referencePages()
mkdirSync(referenceFolder, { recursive: true })
for (const [name, text] of pages) writeFileSync(join(referenceFolder, name), text)
// Pages of operations that are gone.
for (const name of readdirSync(referenceFolder)) if (!pages.has(name)) rmSync(join(referenceFolder, name))
writeFileSync(distributedPageFile, distributedPage())
console.log(`${pages.size} pages in build/reference, and the table in docs/operating/distributed-postgresql.md`)
