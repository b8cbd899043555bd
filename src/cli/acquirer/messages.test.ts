// Messages built from fields, and shown field by field.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import type { Command } from '../command.ts'
import type { CommandResult } from '../result.ts'
import { processTerminal } from '../terminal.ts'
import { messageBuild, messageDescribe } from './messages.ts'

async function run(command: Command, spec: string, input: string | Buffer): Promise<CommandResult> {
  const ready = command.read(['--spec', spec])
  if (typeof ready !== 'function') return ready
  const stdin = Readable.from([Buffer.from(input)])
  return ready({ env: {}, isJson: false, terminal: { ...processTerminal, stdin } })
}

const textOf = (result: CommandResult) => ('text' in result ? result.text : 'message' in result ? result.message : '')

const payment = JSON.stringify({
  type: '0200',
  2: '4111111111111111',
  3: '0',
  4: '1000',
  11: '1',
  41: 'T1',
  52: '0123456789abcdef',
})

describe('a message built on the command line', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-message-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const spec of ['iso87-ascii', 'iso87-binary'])
    it(`is built and shown again, raw or in hexadecimal, with its secrets masked (${spec})`, async () => {
      const hexadecimal = textOf(await run(messageBuild, spec, payment))
      for (const input of [hexadecimal, `${hexadecimal}\n`, Buffer.from(hexadecimal, 'hex')]) {
        const text = textOf(await run(messageDescribe, spec, input))
        assert.match(text, /^0200 {2}financial request/)
        assert.match(text, /411111xxxxxx1111/)
        assert.match(text, /4 {2}Amount, transaction\s+000000001000/)
        assert.doesNotMatch(text, /4111111111111111|0123456789ABCDEF/i)
      }
    })

  it('follows a specification from a file', async () => {
    const file = join(folder, 'host.json')
    await writeFile(file, JSON.stringify({ name: 'host', from: 'iso87-ascii', fields: { 41: { length: 4 } } }))
    const hexadecimal = textOf(await run(messageBuild, file, JSON.stringify({ type: '0800', 41: 'T1' })))
    assert.equal(Buffer.from(hexadecimal, 'hex').toString('latin1').slice(-4), 'T1  ')
  })

  it('is refused in one line', async () => {
    const rows: readonly (readonly [Command, string, string, RegExp])[] = [
      [messageDescribe, 'nothing', '', /^nothing is neither a shipped specification/],
      [messageDescribe, 'iso87-ascii', '0200', /^The bitmap at byte 4/],
      [messageBuild, 'iso87-ascii', '[]', /^Standard input is not a JSON object/],
      [messageBuild, 'iso87-ascii', '{"type":"0200","4":"12,3"}', /^DE 4 at byte \d+: it holds digits/],
      [messageBuild, 'iso87-ascii', '{"type":"0200","52":"xyz"}', /^DE 52 is given in hexadecimal/],
      [messageBuild, 'iso87-ascii', '{"type":"0200","amount":"1"}', /"amount" is not a field/],
    ]
    for (const [command, spec, input, says] of rows) {
      const result = await run(command, spec, input)
      assert.equal(result.kind, 'REFUSED')
      assert.match(textOf(result), says)
      assert.doesNotMatch(textOf(result), /\n/)
    }
  })
})
