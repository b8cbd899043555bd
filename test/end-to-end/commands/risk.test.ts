// The operator's risk commands against a database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type EndedCommand, tollgate, tollgateProcess } from '../../support/gateway/command-line.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'

const cards = ['5123450000000008', '4508750015741019'] as const
let database = ''
let folder = ''
let cardFile = ''

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-risk-'))
  cardFile = join(folder, 'cards.txt')
  await writeFile(cardFile, `${cards.join('\n')}\n`)
})
after(() => rm(folder, { recursive: true, force: true }))

const env = () => testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

/** What --json would print. */
async function data(...words: readonly string[]) {
  const result = await runHere(words, env())
  return result.kind === 'DONE' ? JSON.parse(JSON.stringify(result.data)) : assert.fail(JSON.stringify(result))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runHere(words, env())
  return result.kind === 'REFUSED' ? result.message : assert.fail(JSON.stringify(result))
}

const printedBy = ({ code, stdout, stderr }: EndedCommand) => [code, stdout, stderr]

describe('risk rules', () => {
  it('of a merchant are added, changed, shown and removed', async () => {
    const merchant = ['--merchant', 'TESTMERCHANT']
    assert.deepEqual(await data('risk', 'show', ...merchant), {
      operator: noRiskRules,
      merchant: { id: 'TESTMERCHANT', ...noRiskRules },
    })
    const subjects = [
      ['--bin', '512345-512349'],
      ['--ip', '192.0.2.0/24'],
      ['--ip-country', 'DEU'],
      ['--three-d-secure', 'NONE'],
      ['--avs', 'NO_MATCH'],
      ['--csc', 'NOT_PRESENT'],
    ]
    for (const subject of subjects) await data('risk', 'rule', 'add', ...merchant, ...subject, '--action', 'REJECT')
    const { rules } = await data('risk', 'rule', 'add', ...merchant, '--ip-country', 'DEU', '--action', 'REVIEW')
    assert.deepEqual(rules, {
      binRanges: [{ from: '512345', to: '512349', action: 'REJECT' }],
      ipRanges: [{ from: '192.0.2.0', to: '192.0.2.255', action: 'REJECT' }],
      ipCountries: [{ country: 'DEU', action: 'REVIEW' }],
      threeDSecure: [{ result: 'NONE', action: 'REJECT' }],
      avs: [{ gatewayCode: 'NO_MATCH', action: 'REJECT' }],
      csc: [{ gatewayCode: 'NOT_PRESENT', action: 'REJECT' }],
      hasCardLists: false,
    })
    assert.deepEqual((await data('merchant', 'show', 'TESTMERCHANT')).merchant.risk, rules, 'the profile has them')

    const { code, stdout } = await tollgate(['risk', 'show', ...merchant], { env: env() })
    assert.equal(code, 0)
    assert.match(stdout, /--bin +512345-512349 +REJECT\n/)
    assert.match(stdout, /--ip-country +DEU +REVIEW\n/)

    for (const subject of subjects) await data('risk', 'rule', 'remove', ...merchant, ...subject)
    assert.deepEqual((await data('risk', 'show', ...merchant)).merchant, { id: 'TESTMERCHANT', ...noRiskRules })
  })

  it('of the operator are separate from those of merchants', async () => {
    const added = await data('risk', 'rule', 'add', '--operator', '--csc', 'NO_MATCH', '--action', 'REJECT')
    assert.equal(added.owner, null)
    const shown = await data('risk', 'show', '--merchant', 'TESTUNIQUE')
    assert.deepEqual(shown.operator.csc, [{ gatewayCode: 'NO_MATCH', action: 'REJECT' }])
    assert.deepEqual(shown.merchant.csc, [])
    await data('risk', 'rule', 'remove', '--operator', '--csc', 'NO_MATCH')
    assert.deepEqual(await data('risk', 'show'), { operator: noRiskRules })
  })

  it('that do not exist cannot be removed, nor added to a merchant that does not exist', async () => {
    const about = ['--avs', 'NO_MATCH']
    assert.match(await refusal('risk', 'rule', 'remove', '--operator', ...about), /^No such rule of the operator/)
    assert.match(
      await refusal('risk', 'rule', 'remove', '--merchant', 'TESTUNIQUE', ...about),
      /No such rule of TESTUNIQUE/,
    )
    const unknownMerchant = ['--merchant', 'NOBODY']
    assert.match(
      await refusal('risk', 'rule', 'add', ...unknownMerchant, ...about, '--action', 'REJECT'),
      /Merchant NOBODY does not exist/,
    )
    assert.match(
      await refusal('risk', 'rule', 'remove', ...unknownMerchant, ...about),
      /Merchant NOBODY does not exist/,
    )
    assert.match(await refusal('risk', 'show', ...unknownMerchant), /Merchant NOBODY does not exist/)
  })
})

describe('listed cards', () => {
  it('are added from a file, listed masked in pages, and removed', async () => {
    const merchant = ['--merchant', 'TESTMERCHANT']
    const words = [
      'risk',
      'card',
      'add',
      ...merchant,
      '--list',
      'TRUSTED',
      '--card-file',
      cardFile,
      '--note',
      'regulars',
    ]
    const added = await data(...words)
    assert.deepEqual(added.cards, [
      { maskedNumber: '512345xxxxxx0008', list: 'TRUSTED', result: 'ADDED' },
      { maskedNumber: '450875xxxxxx1019', list: 'TRUSTED', result: 'ADDED' },
    ])
    assert.equal((await data('risk', 'show', ...merchant)).merchant.hasCardLists, true)

    const first = await data('risk', 'card', 'list', ...merchant, '--limit', '1')
    const second = await data('risk', 'card', 'list', ...merchant, '--after', first.next)
    assert.equal(second.next, undefined)
    const both = [...first.cards, ...second.cards]
    assert.deepEqual(both.map(({ maskedNumber }) => maskedNumber).toSorted(), ['450875xxxxxx1019', '512345xxxxxx0008'])
    for (const { list, note, addedAt } of both) {
      assert.deepEqual([list, note], ['TRUSTED', 'regulars'])
      assert.ok(Date.parse(addedAt) > 0)
    }
    assert.deepEqual((await data('risk', 'card', 'remove', ...merchant, '--card-file', cardFile)).removed.length, 2)
    assert.equal((await data('risk', 'show', ...merchant)).merchant.hasCardLists, false)
    assert.match(
      await refusal('risk', 'card', 'remove', ...merchant, '--card-file', cardFile),
      /^None of these cards is on a list of TESTMERCHANT\.$/,
    )
  })

  it('come from standard input, and their numbers are stored nowhere', async () => {
    const words = ['risk', 'card', 'add', '--operator', '--list', 'SUSPECT']
    const added = await tollgateProcess(words, { env: env(), input: `${cards[0]}\n` })
    assert.deepEqual(printedBy(added), [0, '512345xxxxxx0008 is SUSPECT.\n', ''])
    const again = await tollgate([...words, '--card-file=-'], { env: env(), input: cards[0] })
    assert.deepEqual(printedBy(again), [0, '512345xxxxxx0008 was already listed and is now SUSPECT.\n', ''])
    assert.equal((await data('risk', 'show')).operator.hasCardLists, true)

    const client = new pg.Client({ connectionString: databaseUrl(database) })
    await client.connect()
    const { rows } = await client.query('select * from risk_operator_cards')
    await client.end()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(cards[0]))

    const removed = await tollgate(['risk', 'card', 'remove', '--operator'], { env: env(), input: cards.join('\n') })
    const says = 'Removed 512345xxxxxx0008 from the list of the operator.\n1 more were not listed.\n'
    assert.deepEqual(printedBy(removed), [0, says, ''])
  })

  it('are refused without being shown when one of them is wrong, and none is added', async () => {
    const input = `${cards[0]}\n5123450000000009`
    const wrong = await tollgate(['risk', 'card', 'add', '--operator', '--list', 'SUSPECT'], { env: env(), input })
    const says = 'Standard input, line 2: this is not a card number.\n'
    assert.deepEqual(printedBy(wrong), [1, '', says])
    assert.deepEqual((await data('risk', 'card', 'list', '--operator')).cards, [])
  })

  it('need an existing merchant, and a valid cursor to list them', async () => {
    const unknownMerchant = ['--merchant', 'NOBODY']
    const file = ['--card-file', cardFile]
    assert.match(
      await refusal('risk', 'card', 'add', ...unknownMerchant, '--list', 'SUSPECT', ...file),
      /Merchant NOBODY does not exist/,
    )
    assert.match(await refusal('risk', 'card', 'remove', ...unknownMerchant, ...file), /Merchant NOBODY does not exist/)
    assert.match(await refusal('risk', 'card', 'list', ...unknownMerchant), /Merchant NOBODY does not exist/)
    const lost = await runHere(['risk', 'card', 'list', '--operator', '--after', 'here'], env())
    assert.deepEqual(lost, { kind: 'MISUSED', message: '--after is not a value printed by a previous page.' })
  })
})
