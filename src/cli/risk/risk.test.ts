// What users type after "risk", right and wrong.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import type { Command } from '../command.ts'
import type { ValueRow } from '../rows.ts'
import { processTerminal } from '../terminal.ts'
import { readCards, riskCardAdd, riskCardList, riskCardRemove } from './cards.ts'
import { riskRuleAdd, riskRuleRemove, riskShow, subjectOf, subjectOptions } from './rules.ts'

const wrong: readonly (readonly [Command, words: string, says: RegExp])[] = [
  [riskShow, 'SHOP1', /Unexpected argument "SHOP1"/],
  [riskShow, '--merchant a.b', /--merchant cannot be "a.b"/],
  [riskRuleAdd, '--operator --avs NO_MATCH', /--action is missing/],
  [riskRuleAdd, '--avs NO_MATCH --action REJECT', /either --merchant or --operator/],
  [riskRuleAdd, '--operator --merchant X --avs NO_MATCH --action REJECT', /either --merchant or --operator/],
  [
    riskRuleAdd,
    '--operator --action REJECT',
    /Specify one of --bin, --ip, --ip-country, --three-d-secure, --avs and --csc/,
  ],
  [riskRuleAdd, '--operator --avs NO_MATCH --csc NO_MATCH --action REJECT', /Specify one of --bin/],
  [riskRuleAdd, '--operator --avs NO_MATCH --action ACCEPT', /must be one of REJECT, REVIEW/],
  [riskRuleAdd, '--operator --avs no_match --action REJECT', /must be one of ADDRESS_MATCH, .*ZIP_MATCH/],
  [riskRuleAdd, '--operator --csc NONE --action REJECT', /must be one of MATCH, NOT_PRESENT/],
  [riskRuleAdd, '--operator --three-d-secure YES --action REJECT', /must be one of NONE, .*AUTHENTICATION_ATTEMPTED/],
  [riskRuleAdd, '--operator --ip-country DE --action REJECT', /must be a country code of ISO 3166-1/],
  [riskRuleAdd, '--operator --ip 192.0.2.7/24 --action REJECT', /must be an IP address, a network/],
  [riskRuleAdd, '--operator --bin 51234x --action REJECT', /must be 1 to 10 digits/],
  [riskRuleAdd, '--operator --bin 12345678901 --action REJECT', /must be 1 to 10 digits/],
  [riskRuleAdd, '--operator --bin 512345-51234 --action REJECT', /of equal length, the lower one first/],
  [riskRuleAdd, '--operator --bin 512345-512344 --action REJECT', /of equal length, the lower one first/],
  [riskRuleAdd, '--operator --bin 1-2-3 --action REJECT', /must be 1 to 10 digits/],
  [riskRuleRemove, '--operator', /Specify one of --bin/],
  [riskRuleRemove, '--avs NO_MATCH', /either --merchant or --operator/],
  [riskCardAdd, '--operator', /--list is missing/],
  [riskCardAdd, '--list SUSPECT', /either --merchant or --operator/],
  [riskCardAdd, '--operator --list TRUSTED', /The operator can only list SUSPECT cards/],
  [riskCardAdd, '--operator --list BAD', /must be one of TRUSTED, SUSPECT/],
  [riskCardRemove, '', /either --merchant or --operator/],
  [riskCardList, '', /either --merchant or --operator/],
  [riskCardList, '--operator --limit 0', /must be a number from 1 to 1000/],
  [riskCardList, '--operator --limit 1001', /must be a number from 1 to 1000/],
]

describe('arguments that are invalid', () => {
  for (const [command, words, says] of wrong) {
    it(`are reported in one line, before anything is opened: ${command.name} ${words}`, async () => {
      const ready = command.read(words.split(' ').filter(Boolean))
      const result =
        typeof ready === 'function' ? await ready({ env: {}, isJson: false, terminal: processTerminal }) : ready
      assert.equal(result.kind, 'MISUSED')
      const { message } = result as { message: string }
      assert.match(message, says)
      assert.doesNotMatch(message, /\n/)
    })
  }
})

describe('the subject of a rule', () => {
  const read = <T>({ parse }: ValueRow<T>, text: string) => parse(text)

  it('is stored in one form, however it was typed', () => {
    assert.deepEqual(read(subjectOptions.bin, '512345'), { from: '512345', to: '512345' })
    assert.deepEqual(read(subjectOptions.bin, '51-55'), { from: '51', to: '55' })
    assert.deepEqual(read(subjectOptions.ip, '192.0.2.0/24'), { from: '192.0.2.0', to: '192.0.2.255' })
    assert.deepEqual(read(subjectOptions.ip, '::ffff:192.0.2.1'), { from: '192.0.2.1', to: '192.0.2.1' })
    assert.deepEqual(read(subjectOptions.ip, '2001:DB8::-2001:DB8::F'), { from: '2001:db8::', to: '2001:db8::f' })
    assert.equal(read(subjectOptions.threeDSecure, 'NONE'), 'NONE')
  })

  it('is given by one option', () => {
    assert.deepEqual(subjectOf({ ipCountry: 'DEU' }), {
      kind: 'SUBJECT',
      subject: { kind: 'ipCountries', about: { country: 'DEU' } },
    })
    assert.deepEqual(subjectOf({ threeDSecure: 'NONE' }), {
      kind: 'SUBJECT',
      subject: { kind: 'threeDSecure', about: { result: 'NONE' } },
    })
  })
})

describe('card numbers', () => {
  const hashed = (text: string, keyId = 'key') => ({ keyId, hash: Buffer.from(text) })
  const vault = {
    keyedHash: (_purpose: string, text: string) => hashed(text),
    lookupHashes: (_purpose: string, text: string) => [hashed(text), hashed(text, 'former')],
  }
  const listed = (number: string, maskedNumber: string) => ({
    maskedNumber,
    hash: hashed(number),
    formerHashes: [hashed(number), hashed(number, 'former')],
  })
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-risk-cards-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function typed(text: string, file?: string) {
    const read = await readCards(file, { stdin: Readable.from([Buffer.from(text)]) })
    return read.kind === 'CARDS' ? read.hashedBy(vault) : read
  }

  it('come from the standard input, one a line, and each counts once', async () => {
    const expected = [listed('5123450000000008', '512345xxxxxx0008'), listed('4508750015741019', '450875xxxxxx1019')]
    assert.deepEqual(await typed('5123 4500 0000 0008\r\n\n4508-7500-1574-1019\n5123450000000008'), expected)
    assert.deepEqual(await typed('5123450000000008\n4508750015741019', '-'), expected)
  })

  it('come from a file', async () => {
    const file = join(folder, 'cards.txt')
    await writeFile(file, '5123450000000008\n')
    assert.equal(JSON.stringify(await typed('', file)).includes('512345xxxxxx0008'), true)
  })

  it('are not shown when they are wrong', async () => {
    const message = 'Standard input, line 2: this is not a card number.'
    for (const line of ['5123450000000009', '51234500', '512345000000000x', '51234500000000080'])
      assert.deepEqual(await typed(`4508750015741019\n${line}`), { kind: 'REFUSED', message }, line)
    assert.deepEqual(await typed('', '5123450000000008'), {
      kind: 'REFUSED',
      message: 'xxxxxxxxxxxxxxxx cannot be read (ENOENT).',
    })
  })

  it('are required, and limited in number', async () => {
    assert.deepEqual(await typed('\n'), { kind: 'REFUSED', message: 'Standard input contains no card numbers.' })
    assert.deepEqual(await typed('\n'.repeat(65_537)), {
      kind: 'REFUSED',
      message: 'Standard input is longer than 65536 bytes.',
    })
  })
})
