// ISO 8583 links in production by the operator's commands: what crosses a network is encrypted, and what is weaker is named.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { tollgate } from '../../support/gateway/command-line.ts'
import { makeProductionSite, type ProductionSite } from '../../support/gateway/production.ts'

let site: ProductionSite
before(async () => {
  site = await makeProductionSite()
})

const run = (...words: readonly string[]) => tollgate(words, { env: { ...site.environment, MAC_KEY: 'AB'.repeat(16) } })
const create = (linkId: string, ...words: readonly string[]) =>
  run('link', 'create', linkId, '--adapter', 'iso8583', '--institution-id', '1', ...words)

const refused: readonly (readonly [what: string, words: readonly string[], message: RegExp])[] = [
  ['without TLS', ['--addresses', '203.0.113.10:8583'], /^--tls must be on in production, or plainText/],
  ['without TLS, in a private network', ['--addresses', '10.0.0.1:8583'], /^--tls must be on in production/],
  [
    'in plain text to a public address',
    ['--addresses', '203.0.113.10:8583', '--plain-text', 'true'],
    /^--addresses holds 203\.0\.113\.10, which is not private/,
  ],
]

describe('an ISO 8583 link in production', () => {
  for (const [what, words, message] of refused)
    it(`${what} is refused`, async () => {
      const { code, stderr } = await create('north-bank', ...words)
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    })

  it('with TLS or MAC alone is created with a warning, which doctor repeats', async () => {
    const mac = ['--mac', 'x9.19', '--mac-key-env', 'MAC_KEY']
    const made: readonly (readonly [linkId: string, words: readonly string[], warning: RegExp | undefined])[] = [
      ['both', ['--addresses', 'localhost:1', '--tls', 'true', ...mac], undefined],
      ['encrypted', ['--addresses', 'localhost:1', '--tls', 'true'], /^Warning: .* not authenticated \(MAC\)/m],
      ['plain', ['--addresses', '10.0.0.1:1', '--plain-text', 'true', ...mac], /^Warning: .* not encrypted \(TLS\)/m],
      ['open', ['--addresses', '10.0.0.1:1', '--plain-text', 'true'], /^Warning: .* neither encrypted/m],
    ]
    for (const [linkId, words, warning] of made) {
      const { code, stdout, stderr } = await create(linkId, ...words)
      assert.equal(code, 0, stderr)
      const { stdout: shown } = await run('link', 'show', linkId)
      for (const text of [stdout, shown])
        if (warning) assert.match(text, warning)
        else assert.doesNotMatch(text, /Warning/)
    }
    const { json } = await run('doctor', '--json')
    type Finding = { readonly name: string; readonly state: string; readonly found: string }
    const [{ state, found } = assert.fail('doctor does not look at it')] = (json.checks as readonly Finding[]).filter(
      ({ name }) => name === 'link protection',
    )
    assert.equal(state, 'WARNING')
    for (const [linkId, , warning] of made) assert.equal(found.includes(`${linkId}: `), warning !== undefined, found)
  })
})
