// `npm start`: the gateway, by default as a sandbox.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Loading the sources takes a moment, more on a busy machine.
if (process.stdout.isTTY) process.stdout.write('\n  Tollgate is starting. Ctrl-C stops it.\n')

// Half of a start is reading our own sources; the cache must be on before the first of them is asked for.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'tollgate'))
const { serveInThisProcess } = await import('./cli/installation/serve.ts')

await serveInThisProcess(process.env)
