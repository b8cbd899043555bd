import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Rows } from '../contract/row.ts'
import { catalogue } from './catalogue.ts'
import { redactedPaths } from './redaction.ts'

/** Names of every secret field, with those of the groups and lists around it. */
function* secretNames(rows: Rows, around: readonly string[] = []): Iterable<readonly string[]> {
  for (const [name, row] of Object.entries(rows)) {
    const names = [...around, name]
    const inner = row.kind === 'LIST' ? row.item : row
    if (inner.kind === 'FIELD' && inner.secret) yield names
    if (inner.kind === 'GROUP') yield* secretNames(inner.rows, names)
  }
}

describe('the paths that the log redacts', () => {
  it('lead to every secret field of every operation and version, and to nothing else', () => {
    const requests = catalogue.flatMap(({ versions }) => Object.values(versions).map(({ request }) => request))
    const secret = new Set(requests.flatMap((request) => [...secretNames(request)].map((names) => names.join(' '))))
    const redacted = redactedPaths('').map((path) =>
      [...path.matchAll(/\.([\w$]+)|\["([^"]+)"\]/g)].map(([, plain, quoted]) => plain ?? quoted).join(' '),
    )
    assert.deepEqual(redacted.toSorted(), [...secret].toSorted())
  })

  it('begin with the prefix, and quote names that are no identifiers', () => {
    const paths = redactedPaths('body')
    assert.ok(paths.includes('body.sourceOfFunds.provided.card.number'))
    assert.ok(paths.includes('body.sourceOfFunds.provided.card.devicePayment["3DSecure"].onlinePaymentCryptogram'))
    assert.ok(paths.every((path) => path.startsWith('body')))
  })
})
