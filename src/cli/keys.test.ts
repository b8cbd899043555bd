import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createTestDatabase, testEnvironment } from '../../test/support/database.ts'
import type { Command } from './command.ts'
import { keysList } from './keys-list.ts'
import { keysRotate } from './keys-rotate.ts'

let env: Record<string, string> = {}
before(async () => {
  env = testEnvironment(await createTestDatabase())
})

async function run(command: Command, ...words: readonly string[]) {
  const ready = command.read(words)
  if (typeof ready !== 'function') return assert.fail(ready.message)
  const result = await ready({ env, isJson: true })
  if (result.kind !== 'done') return assert.fail(JSON.stringify(result))
  return { text: result.text, data: JSON.parse(JSON.stringify(result.data)) }
}

interface ListedKey {
  readonly keyId: string
  readonly purpose: string
  readonly isCurrent: boolean
}

describe('keys list', () => {
  it('shows what each key is for and which is current, and never a key', async () => {
    const { text, data } = await run(keysList)
    assert.deepEqual(
      data.keys.map(({ purpose, isCurrent }: ListedKey) => [purpose, isCurrent]),
      [
        ['ACCOUNT', true],
        ['DATA', true],
        ['PASSWORD', true],
        ['REQUEST', true],
      ],
    )
    for (const { purpose, ...key } of data.keys) {
      const members = ['createdAt', 'isCurrent', 'keyId', ...(purpose === 'DATA' ? ['sealsReserved'] : [])]
      assert.deepEqual(Object.keys(key).toSorted(), members)
    }
    assert.match(text, /^KEY +PURPOSE +CREATED +SEALS RESERVED +CURRENT\n/)
    assert.match(text, /\ndata-[0-9a-f]{8} +DATA +\S+Z +\d+ +yes\n/)
    assert.match(text, /\npassword-[0-9a-f]{8} +PASSWORD +\S+Z +- +yes\n/)
  })
})

describe('keys rotate', () => {
  it('makes a new current data key, keeps the one before, and leaves the others as they are', async () => {
    const before: readonly ListedKey[] = (await run(keysList)).data.keys
    const { data, text } = await run(keysRotate)
    const afterwards: readonly ListedKey[] = (await run(keysList)).data.keys

    const dataKeys = afterwards.filter(({ purpose }) => purpose === 'DATA')
    assert.deepEqual(
      dataKeys.map(({ keyId, isCurrent }) => [keyId, isCurrent]),
      [
        [data.previousKeyId, false],
        [data.keyId, true],
      ],
    )
    assert.equal(before.find(({ purpose }) => purpose === 'DATA')?.keyId, data.previousKeyId)
    const others = (keys: readonly ListedKey[]) => keys.filter(({ purpose }) => purpose !== 'DATA')
    assert.deepEqual(others(afterwards), others(before))
    assert.match(text, new RegExp(`sealed under ${data.keyId} from now on`))
  })
})
