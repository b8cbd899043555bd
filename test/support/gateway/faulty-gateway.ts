// The program of a gateway whose environment names a step of its start or stop that fails.
import { resolve } from 'node:path'
import { serveInThisProcess } from '../../../src/cli/installation/serve.ts'
import { faultOf, readFaultPlan } from './faults-in-steps.ts'

await serveInThisProcess(process.env, {
  onStep: faultOf('gateway'),
  workerFile: resolve(import.meta.dirname, 'faulty-worker.ts'),
  // Less than usual, but more than its workers take.
  stopLimits: { marginMs: readFaultPlan().of === 'worker' ? 9_000 : 2_000, serverMs: 5_000 },
})
