// One of several processes of a gateway; started by the primary process, never by hand.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'tollgate'))
const { serveAsWorker } = await import('./cli/installation/workers/serve-worker.ts')

const { endProcess } = await import('./cli/installation/stop-serving.ts')

endProcess(await serveAsWorker(process.env))
