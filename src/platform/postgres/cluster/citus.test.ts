import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nodeUrlOf } from './citus.ts'

it('a node is reached with the user, database and options of the coordinator', () => {
  const node = { host: 'worker', port: 5433 }
  assert.equal(
    nodeUrlOf('postgres://u:p%40@coordinator:5432/tollgate?sslmode=verify-full', node),
    'postgres://u:p%40@worker:5433/tollgate?sslmode=verify-full',
  )
  assert.equal(nodeUrlOf('postgres://u@localhost/x?host=%2Frun&port=1', node), 'postgres://u@worker:5433/x')
  assert.equal(nodeUrlOf('postgres://u@c/x', { host: '2001:db8::1', port: 5432 }), 'postgres://u@[2001:db8::1]:5432/x')
})
