// A process of its own that starts the embedded PostgreSQL, so that tests can run it as another user or kill it.
// Its argument is the options as JSON. It prints one line of JSON, then stops the server once its input ends.
import {
  EmbeddedPostgresFailure,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/postgres/embedded/index.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as EmbeddedPostgresOptions
const began = performance.now()
try {
  const server = await startEmbeddedPostgres({ ...options, log: (line) => console.error(line) })
  const tookMs = Math.round(performance.now() - began)
  console.log(JSON.stringify({ connection: server.connection, adopted: server.adopted, tookMs }))
  process.stdin.on('end', async () => {
    await server.stop()
    console.log(JSON.stringify({ stopped: true }))
    // The test holds the other end of the output open; nothing else keeps this process alive.
    process.exit(0)
  })
  process.stdin.resume()
} catch (error) {
  if (!(error instanceof EmbeddedPostgresFailure)) throw error
  console.log(JSON.stringify({ failure: error.message }))
}
