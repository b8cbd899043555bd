// Writes what is generated from the contract: the pages of docs/reference. `npm run generate`
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceFolder, referencePages } from './reference/pages.ts'

const pages = referencePages()
mkdirSync(referenceFolder, { recursive: true })
for (const [name, text] of pages) writeFileSync(join(referenceFolder, name), text)
// Pages of operations that are gone.
for (const name of readdirSync(referenceFolder)) if (!pages.has(name)) rmSync(join(referenceFolder, name))
console.log(`${pages.size} pages in docs/reference`)
