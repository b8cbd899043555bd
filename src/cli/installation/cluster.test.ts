import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FieldError } from '../../contract/row.ts'
import { parseNode } from './cluster.ts'

describe('the address of a node', () => {
  it('is a host and a port', () => {
    assert.deepEqual(parseNode('db1.example:5432'), { host: 'db1.example', port: 5432 })
    assert.deepEqual(parseNode('10.0.0.1:6000'), { host: '10.0.0.1', port: 6000 })
    assert.deepEqual(parseNode('[fd00::1]:5432'), { host: '[fd00::1]', port: 5432 })
  })

  for (const text of ['db1', 'db1:', ':5432', 'db1:65536', 'db1:5432/x', 'postgres://db1:5432', 'a b:1'])
    it(`is not ${text}`, () => assert.ok(parseNode(text) instanceof FieldError))
})
