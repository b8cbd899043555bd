import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choosePrimary, type KnownCluster, objectionTo, type ServerAnswer, unknownCluster } from './choose-primary.ts'
import { serverNameOf } from './probe-server.ts'

const answered = (url: string, parts: Partial<Extract<ServerAnswer, { kind: 'ANSWERED' }>> = {}): ServerAnswer => ({
  kind: 'ANSWERED',
  url,
  systemIdentifier: '77',
  isInRecovery: false,
  isReadOnly: false,
  timeline: 1,
  ...parts,
})
const standby = (url: string) => answered(url, { isInRecovery: true, isReadOnly: true, timeline: undefined })
const silent = (url: string): ServerAnswer => ({ kind: 'SILENT', url, reason: 'ECONNREFUSED' })
const known = (timeline: number): KnownCluster => ({ systemIdentifier: '77', timeline })

describe('choosing the primary', () => {
  const cases: readonly (readonly [
    name: string,
    states: readonly ServerAnswer[],
    cluster: KnownCluster,
    chosen: string | undefined,
  ])[] = [
    ['the only server', [answered('a')], unknownCluster, 'a'],
    ['the primary beside its standby', [standby('a'), answered('b')], unknownCluster, 'b'],
    ['none while all are standbys', [standby('a'), standby('b')], unknownCluster, undefined],
    ['none while none answers', [silent('a'), silent('b')], unknownCluster, undefined],
    ['the promoted standby, not the former primary', [answered('a'), answered('b', { timeline: 2 })], known(1), 'b'],
    ['not a former primary that comes back alone', [answered('a'), silent('b')], known(2), undefined],
    ['not a server of another cluster', [answered('a', { systemIdentifier: '8', timeline: 9 })], known(1), undefined],
    ['not a server that is set read-only', [answered('a', { isReadOnly: true })], unknownCluster, undefined],
    ['the first of two addresses of one server', [answered('a'), answered('b')], known(1), 'a'],
  ]
  for (const [name, states, cluster, chosen] of cases)
    it(`takes ${name}`, () => assert.equal(choosePrimary(states, cluster)?.url, chosen))

  it('stays with the preferred one of two addresses of one server', () => {
    assert.equal(choosePrimary([answered('a'), answered('b')], known(1), 'b')?.url, 'b')
    assert.equal(choosePrimary([answered('a', { timeline: 2 }), answered('b')], known(1), 'b')?.url, 'a')
  })

  it('says what is wrong with every other server', () => {
    assert.match(objectionTo(silent('a'), unknownCluster) ?? '', /cannot be reached \(ECONNREFUSED\)/)
    assert.match(objectionTo(standby('a'), unknownCluster) ?? '', /is a standby/)
    assert.match(objectionTo(answered('a'), known(3)) ?? '', /former primary \(timeline 1; 3 has been seen\)/)
    assert.match(objectionTo(answered('a', { systemIdentifier: 'x' }), known(1)) ?? '', /another database cluster/)
  })
})

it('names a server without its credentials', () => {
  assert.equal(serverNameOf('postgres://u:p@db:5432/x'), 'db:5432')
  assert.equal(serverNameOf('postgres://u:p@db/x'), 'db')
  assert.equal(serverNameOf('postgres://u:p@localhost/x?host=%2Frun%2Fa&port=1'), '/run/a:1')
})
