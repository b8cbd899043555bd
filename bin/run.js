// `node bin/run.js <file> [words]`: runs a file of this repository with the Node that it needs. The npm scripts go this way,
// because npm does not always link that Node into node_modules/.bin, where its scripts would find it.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { handOver, isOwnNode, keepCompiled } from './own-node.js'

const [name = '', ...words] = process.argv.slice(2)
const file = join(process.cwd(), name)

if (isOwnNode()) {
  keepCompiled()
  process.argv.splice(1, 2, file)
  await import(pathToFileURL(file).href)
} else {
  handOver(fileURLToPath(import.meta.url), [name, ...words])
}
