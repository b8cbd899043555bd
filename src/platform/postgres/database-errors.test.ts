// What errors of the database, the driver and sockets mean, for every known message.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type DatabaseErrorKind,
  databaseErrorKindOf,
  isOfAnotherNode,
  isTransient,
  violates,
} from './database-errors.ts'

const codes: Readonly<Record<DatabaseErrorKind, readonly string[]>> = {
  CONFLICT: ['40P01', '40001'],
  DATA: ['22001', '22003', '22P02', '23502', '23505', '23514'],
  HELD: ['55P03', '57014'],
  LOST: [
    ...['57P01', '57P02', '57P04', '57P05', '25P03', '25P04', '08000', '08003', '08006', '08P01', '40003'],
    ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
    ...['ENETDOWN', 'ENETRESET', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'ENOTCONN'],
    ...[
      'ERR_STREAM_DESTROYED',
      'ERR_STREAM_WRITE_AFTER_END',
      'ERR_SOCKET_CLOSED',
      'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
    ],
  ],
  NOT_NOW: ['53000', '53100', '53200', '53300', '53400', '57P03', '25006'],
  OTHER: ['42P01', '42501', '25P02', '28P01', '3D000', 'XX000', '40002', 'ERR_ASSERTION', ''],
}

/** As the driver writes them (pg 8.23: client.js, connection.js, pool). */
const lostMessages = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'There was an error establishing an SSL connection',
]

describe('an error of the database', () => {
  for (const [kind, those] of Object.entries(codes))
    for (const code of those)
      it(`with the code ${JSON.stringify(code)} is ${kind}`, () =>
        assert.equal(databaseErrorKindOf(Object.assign(new Error('said so'), { code })), kind))

  for (const message of lostMessages)
    it(`that says "${message}" is a lost connection`, () =>
      assert.equal(databaseErrorKindOf(new Error(message)), 'LOST'))

  it('without a known code is unclassified', () => {
    for (const error of [new Error('something else'), undefined, null, 'text', { code: 42 }])
      assert.equal(databaseErrorKindOf(error), 'OTHER')
  })

  it('is temporary when a row is locked, the connection is lost, or the server accepts no writes', () => {
    const passing = Object.entries(codes).filter(([, [code]]) => isTransient({ code }))
    assert.deepEqual(passing.map(([kind]) => kind).toSorted(), ['HELD', 'LOST', 'NOT_NOW'])
  })
})

describe('a violated constraint', () => {
  const refused = (constraint: string, message = '') => Object.assign(new Error(message), { code: '23505', constraint })

  it('is known by its name, also on a shard, whose number follows it', () => {
    assert.ok(violates(refused('token_accounts_only'), 'token_accounts_only'))
    assert.ok(violates(refused('token_accounts_only_102157'), 'token_accounts_only'))
  })

  it('is known by the message where a coordinator passes on no name', () => {
    const message = 'duplicate key value violates unique constraint "token_accounts_only_102157"'
    assert.ok(violates(Object.assign(new Error(message), { code: '23505' }), 'token_accounts_only'))
  })

  it('is no other constraint, and no other error', () => {
    assert.ok(!violates(refused('token_accounts_pkey_102157'), 'token_accounts_only'))
    assert.ok(!violates(Object.assign(new Error('gone'), { code: '08006' }), 'token_accounts_only'))
    assert.ok(!violates(undefined, 'token_accounts_only'))
  })
})

it('a node that another one cannot reach is distinguished from a connection that broke', () => {
  assert.equal(isOfAnotherNode({ code: '08006', severity: 'ERROR' }), true)
  assert.equal(isOfAnotherNode({ code: '08006' }), false)
  assert.equal(isOfAnotherNode({ code: 'ECONNREFUSED' }), false)
  assert.equal(isOfAnotherNode(undefined), false)
})
