// `npm start`: the gateway, by default as a sandbox.
import { serve } from './cli/serve.ts'
import { explainFailure } from './cli/start-failure.ts'

try {
  process.exitCode = await serve(process.env)
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
}
