import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acquirerAdapters } from '../../acquirers/adapters.ts'
import { checkSettings } from '../../acquirers/check-settings.ts'
import { settingRefusal } from './setting-refusal.ts'

const iso8583 = acquirerAdapters.find(({ name }) => name === 'iso8583') ?? assert.fail('no such adapter')
const right = { addresses: 'host:5000', institutionId: '123' }

function refusalOf(values: Readonly<Record<string, string | number>>) {
  const fault = checkSettings(iso8583.settings, { ...right, ...values }) ?? assert.fail('it is accepted')
  const { explanation, explained, field } = settingRefusal(fault.setting, fault.reason).problem
  return [field, explanation, explained?.values]
}

describe('the refusal of a setting', () => {
  it('is a sentence with its value apart', () => {
    assert.deepEqual(refusalOf({ wrong: 1 }), ['settings.wrong', 'It is not a setting of this adapter.', undefined])
    assert.deepEqual(refusalOf({ tpdu: 'x' }), ['settings.tpdu', 'It does not have the required form.', undefined])
    assert.deepEqual(refusalOf({ connections: 0 }), ['settings.connections', 'It must be at least 1.', { min: 1 }])
    assert.deepEqual(refusalOf({ connections: 65 })[1], 'It must be at most 64.')
    assert.deepEqual(refusalOf({ mac: 'none of them' })[1], 'It must be one of none, x9.19, aes-cmac.')
  })

  it('has the adapter’s own words where there are no others', () => {
    const { explanation } = settingRefusal('addresses', 'host:0 names no port').problem
    assert.equal(explanation, 'The adapter does not accept the value: host:0 names no port.')
  })
})
