import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serverUrlsOf } from './database-url.ts'

describe('the servers of a database URL', () => {
  const cases: readonly (readonly [url: string, servers: readonly string[]])[] = [
    ['postgres://u:p@db/tollgate', ['postgres://u:p@db/tollgate']],
    [
      'postgres://u:p@a:5432,b:5433/tollgate?sslmode=verify-full',
      ['postgres://u:p@a:5432/tollgate?sslmode=verify-full', 'postgres://u:p@b:5433/tollgate?sslmode=verify-full'],
    ],
    ['postgresql://a,b,c/x', ['postgresql://a/x', 'postgresql://b/x', 'postgresql://c/x']],
    ['postgres://u@[::1]:1,[::2]:2/x', ['postgres://u@[::1]:1/x', 'postgres://u@[::2]:2/x']],
    ['postgres://u@a,b/x?target_session_attrs=read-write', ['postgres://u@a/x', 'postgres://u@b/x']],
    [
      'postgres://u@/x?host=/run/a,/run/b&port=1,2',
      ['postgres://u@localhost/x?host=%2Frun%2Fa&port=1', 'postgres://u@localhost/x?host=%2Frun%2Fb&port=2'],
    ],
    [
      'postgres:///x?host=/run/a,/run/b&port=7',
      ['postgres:///x?host=%2Frun%2Fa&port=7', 'postgres:///x?host=%2Frun%2Fb&port=7'],
    ],
    ['mysql://a/x', []],
    ['postgres://', []],
    ['postgres://a:b,c/x', []],
    ['postgres://a:1,/x', []],
  ]
  for (const [url, servers] of cases)
    it(`${url} names ${servers.length}`, () => assert.deepEqual(serverUrlsOf(url), servers))

  it('keeps a password with a comma in one piece', () => {
    const [first, second] = serverUrlsOf('postgres://u:a,b@one,two/x')
    assert.deepEqual([first, second], ['postgres://u:a,b@one/x', 'postgres://u:a,b@two/x'])
  })
})
