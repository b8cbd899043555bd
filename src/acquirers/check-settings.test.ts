import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explanationText } from '../kernel/explanation.ts'
import type { SettingsSchema } from '../kernel/settings-schema.ts'
import { acquirerAdapters } from './adapters.ts'
import { checkSettings, schemaFaultOf } from './check-settings.ts'

const schema: SettingsSchema = {
  properties: {
    host: { type: 'string', title: 'Host', isIdentity: true, pattern: '^[a-z.]+$' },
    port: { type: 'integer', title: 'Port', default: 443, minimum: 1, maximum: 65_535 },
    dialect: { type: 'string', title: 'Dialect', enum: ['A', 'B'] },
    isFast: { type: 'boolean', title: 'Fast' },
    password: { type: 'string', title: 'Password', isSecret: true, minLength: 8 },
  },
  required: ['host', 'port', 'password'],
}
const right = { host: 'bank.example', password: 'long enough' }

const cases: readonly (readonly [what: string, given: object, setting: string, reason: RegExp])[] = [
  ['an unknown name', { ...right, hots: 'x' }, 'hots', /^is not a setting of this adapter$/],
  ['a name of objects', { ...right, constructor: 'x' }, 'constructor', /^is not a setting/],
  ['no host', { password: 'long enough' }, 'host', /^is missing$/],
  ['no secret', { host: 'bank.example' }, 'password', /^is missing$/],
  ['a wrong pattern', { ...right, host: 'BANK' }, 'host', /does not have the required form/],
  ['a number as text', { ...right, port: '443' }, 'port', /must be integer/],
  ['a number out of range', { ...right, port: 0 }, 'port', /must be at least 1/],
  ['a word that is not listed', { ...right, dialect: 'C' }, 'dialect', /^must be one of A, B$/],
  ['a text for a switch', { ...right, isFast: 'yes' }, 'isFast', /must be boolean/],
  ['a short secret', { ...right, password: 'short' }, 'password', /8 characters/],
  ['a common setting out of range', { ...right, requestsMax: 0 }, 'requestsMax', /must be at least 1/],
]

describe('the settings of a link', () => {
  it('fit the schema of their adapter, and may include the settings that every link has', () => {
    assert.equal(checkSettings(schema, { ...right, port: 1, dialect: 'A', isFast: true, queueMax: 0 }), undefined)
  })

  for (const [what, given, setting, reason] of cases)
    it(`are refused with ${what}, by name and without the value of a secret`, () => {
      const fault = checkSettings(schema, given as never)
      assert.equal(fault?.setting, setting)
      const text = explanationText(fault?.reason ?? '')
      assert.match(text, reason)
      assert.ok(!text.includes('short'))
    })
})

const row = { type: 'string', title: 'A' } as const
const schemas: readonly (readonly [what: string, schema: unknown, fault: RegExp])[] = [
  ['nothing', undefined, /no properties/],
  ['a name with a hyphen', { properties: { 'a-b': row } }, /camel case/],
  ['the name of an option', { properties: { user: row } }, /option of every link/],
  ['a list', { properties: { a: { ...row, type: 'array' } } }, /no string, integer or boolean/],
  ['no title', { properties: { a: { type: 'string' } } }, /no title/],
  ['a secret number', { properties: { a: { ...row, type: 'integer', isSecret: true } } }, /a secret and no string/],
  [
    'a secret with a default',
    { properties: { a: { ...row, isSecret: true, default: 'x' } } },
    /a secret with a default/,
  ],
  ['an address that is no identity', { properties: { a: { ...row, address: 'URL' } } }, /an address and no identity/],
  ['a malformed bound', { properties: { a: { ...row, minLength: -1 } } }, /malformed schema/],
  ['a wrong default', { properties: { a: { ...row, enum: ['x'], default: 'y' } } }, /default of its setting a/],
  ['a requirement of nothing', { properties: { a: row }, required: ['b'] }, /requires the setting b/],
]

describe('the schema of an adapter', () => {
  for (const [what, wrong, fault] of schemas)
    it(`is refused with ${what}`, () => assert.match(schemaFaultOf(wrong) ?? '', fault))

  for (const { name, settings } of acquirerAdapters)
    it(`of ${name} is right`, () => assert.equal(schemaFaultOf(settings), undefined))
})
