import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from './database.ts'
import { refuseOldServer, type ServerVersion, ServerVersionFailure } from './server-version.ts'

const server = (version: ServerVersion) =>
  ({ query: async () => ({ rows: [version] }) }) as unknown as Pick<Database, 'query'>

describe('a database server', () => {
  it('older than the oldest supported version is refused in one line that says which one to use', async () => {
    await assert.rejects(refuseOldServer(server({ text: '15.14 (Debian)', major: 15, hasCitus: false })), (error) => {
      assert.ok(error instanceof ServerVersionFailure)
      assert.match(
        error.message,
        /^The database server is PostgreSQL 15\.14 \(Debian\), which is too old: use PostgreSQL 18/,
      )
      assert.doesNotMatch(error.message, /\n/)
      return true
    })
  })

  it('of a supported version is accepted, and an older one with Citus, whose versions its own check knows', async () => {
    for (const major of [16, 17, 18, 19]) await refuseOldServer(server({ text: '', major, hasCitus: false }))
    await refuseOldServer(server({ text: '15.14', major: 15, hasCitus: true }))
  })
})
