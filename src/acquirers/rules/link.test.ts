import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SettingsSchema } from '../../kernel/settings-schema.ts'
import {
  applyChanges,
  changedSettings,
  commonSettings,
  completeSchema,
  isIdentityChange,
  linkIdPattern,
  secretsToEnterAgain,
  splitSecrets,
  withDefaults,
} from './link.ts'

const schema: SettingsSchema = completeSchema({
  properties: {
    host: { type: 'string', title: 'Host', isIdentity: true },
    port: { type: 'integer', title: 'Port', isIdentity: true, default: 443 },
    timeoutMs: { type: 'integer', title: 'Timeout', default: 10_000 },
    password: { type: 'string', title: 'Password', isSecret: true },
    requestsMax: { ...commonSettings.requestsMax, default: 8 },
  },
  required: ['host'],
})

const stored = { host: 'bank.example', password: 'old' }

/** A change of these settings, which of them differ, and whether that makes a new revision. */
const changes: readonly (readonly [
  what: string,
  given: object,
  unset: readonly string[],
  changed: readonly string[],
  isNew: boolean,
])[] = [
  ['another host', { host: 'other.example' }, [], ['host'], true],
  ['the same host', { host: 'bank.example' }, [], [], false],
  ['the default written down', { port: 443 }, [], [], false],
  ['another port', { port: 8443 }, [], ['port'], true],
  ['another time-out', { timeoutMs: 1 }, [], ['timeoutMs'], false],
  ['another password', { password: 'new' }, [], ['password'], false],
  ['no password any more', {}, ['password'], ['password'], false],
  ['a host and a password', { host: 'other.example', password: 'new' }, [], ['host', 'password'], true],
  ['a common setting', { requestsMax: 9 }, [], ['requestsMax'], false],
]

describe('a change of a link’s settings', () => {
  for (const [what, given, unset, changed, isNew] of changes)
    it(`to ${what} ${isNew ? 'makes a new revision' : 'makes none'}`, () => {
      const after = applyChanges(stored, { given: given as Record<string, string>, unset })
      assert.deepEqual(changedSettings(schema, stored, after), changed)
      assert.equal(isIdentityChange(schema, changedSettings(schema, stored, after)), isNew)
    })
})

describe('a new revision of a link', () => {
  it('inherits no secret: each is entered again or removed', () => {
    const secrets = { password: 'old', key: 'old' }
    const left = (given: Record<string, string>, unset: readonly string[] = []) =>
      secretsToEnterAgain(secrets, { given, unset })
    assert.deepEqual(left({ host: 'other.example' }), ['password', 'key'])
    assert.deepEqual(left({ password: 'new' }), ['key'])
    assert.deepEqual(left({ password: 'new' }, ['key']), [])
    assert.deepEqual(left({ password: 'old', key: 'old' }), [])
  })
})

describe('the schema of a link', () => {
  it('has the settings of every link beside those of the adapter, whose own row for one wins', () => {
    const { requestsMax, queueMax, failuresMax, port } = withDefaults(schema, stored)
    assert.deepEqual(
      { requestsMax, queueMax, failuresMax, port },
      { requestsMax: 8, queueMax: 256, failuresMax: 5, port: 443 },
    )
  })

  it('distinguishes secrets from settings that may be shown', () => {
    assert.deepEqual(splitSecrets(schema, { ...stored, port: 1 }), {
      settings: { host: 'bank.example', port: 1 },
      secrets: { password: 'old' },
    })
  })
})

it('a link id consists of small letters, digits and hyphens inside', () => {
  for (const id of ['a', 'north-bank', '0', `a${'b'.repeat(39)}`]) assert.match(id, linkIdPattern)
  for (const id of ['', 'North', 'a_b', '-a', 'a-', 'a/b', 'a b', `a${'b'.repeat(40)}`])
    assert.doesNotMatch(id, linkIdPattern)
})
