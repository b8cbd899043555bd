// The program of a gateway whose environment names a step of its start or stop that fails.
import { resolve } from 'node:path'
import { serveInThisProcess } from '../../../src/cli/installation/serve.ts'
import { faultOf, readFaultPlan } from './faults-in-steps.ts'

const { of, phase, name, fault } = readFaultPlan()

/** Enough for what is to stop; what hangs is waited for until its limit, and none of the parts after it needs long. */
const longEnough = { marginMs: 9_000, serverMs: 20_000 }
const hangsHere = of === 'gateway' && phase === 'stop' && fault === 'hangs'

await serveInThisProcess(process.env, {
  onStep: faultOf('gateway'),
  workerFile: resolve(import.meta.dirname, 'faulty-worker.ts'),
  stopLimits: {
    marginMs: hangsHere ? 900 : longEnough.marginMs,
    serverMs: hangsHere && name === 'database server' ? 1_000 : longEnough.serverMs,
  },
})
