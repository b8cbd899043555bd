// Runs every test: `npm test`, or `npm test -- <part of a path>` for the files whose path has it.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The runner, its suites and the gateways that they start are dozens of processes with the same sources: they compile them
// once. What the folder holds is used for the very text and release of Node that it was made from.
const compiled = join(import.meta.dirname, '..', 'node_modules', '.cache', 'tollgate')
process.env['NODE_COMPILE_CACHE'] = compiled
enableCompileCache(compiled)
await import('./runner/run.ts')
