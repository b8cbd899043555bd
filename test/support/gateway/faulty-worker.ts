// The program of a worker process of such a gateway.
import { endProcess } from '../../../src/cli/installation/stop-serving.ts'
import { serveAsWorker } from '../../../src/cli/installation/workers/serve-worker.ts'
import { faultOf } from './faults-in-steps.ts'

endProcess(await serveAsWorker(process.env, { onStep: faultOf('worker'), stopMarginMs: 900 }))
