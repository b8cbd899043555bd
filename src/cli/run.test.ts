// What users type, right and wrong, and the help they get.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeSettings } from '../platform/config/config.ts'
import { commands } from './commands.ts'
import { runCommand } from './run.ts'

const nothing = {}

async function textOf(words: string): Promise<string> {
  const result = await runCommand(words.split(' ').filter(Boolean), nothing)
  return result.kind === 'DONE' ? result.text : assert.fail(`${words}: ${JSON.stringify(result)}`)
}

describe('help', () => {
  for (const { name, purpose, options } of commands) {
    it(`of ${name} has its purpose, usage, every option and an example`, async () => {
      const text = await textOf(`${name} --help`)
      const usage = `Usage\n  npx tollgate ${name}`
      for (const part of [purpose, usage, '--json', '--help', `Example\n  npx tollgate ${name}`])
        assert.ok(text.includes(part), part)
      for (const key of Object.keys(options))
        assert.ok(text.includes(`  --${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`), key)
      assert.equal(await textOf(`help ${name}`), text)
      assert.equal(await textOf(`--help ${name}`), text)
      assert.equal(await textOf(`${name} -h`), text)
    })

    it(`of ${name} shows an example that is valid`, () => {
      const example = commands.find((each) => each.name === name)?.example ?? ''
      const words = [...example.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const ready = commands.find((each) => each.name === name)?.read(words)
      assert.equal(typeof ready, 'function', JSON.stringify(ready))
    })
  }

  it('lists every command, and only those of a group', async () => {
    const all = await textOf('')
    for (const { name } of commands) assert.ok(all.includes(name))
    for (const words of ['--help', 'help', '-h']) assert.equal(await textOf(words), all)
    const group = await textOf('merchant password --help')
    assert.ok(group.includes('merchant password revoke') && !group.includes('merchant create'))
  })

  it('shows an argument that may be left out in brackets', async () => {
    assert.match(
      await textOf('books verify --help'),
      /Usage\n {2}npx tollgate books verify \[<merchantId>\] \[options\]/,
    )
  })

  it('of serve names every setting of the gateway', async () => {
    const text = await textOf('serve --help')
    for (const { environmentName } of describeSettings()) assert.ok(text.includes(environmentName), environmentName)
  })
})

const cases: readonly (readonly [words: string, says: RegExp])[] = [
  ['merchnt list', /"merchnt" is not a command; did you mean merchant\?/],
  ['merchant pasword add', /did you mean merchant password\?/],
  [
    'frobnicate',
    /not a command; the commands are serve, reload, migrate, doctor, export, import, cluster, version, completion, merchant, route, bins, user, link, wallet, token-repository, token, payment-link, order, transaction, review, attempt, batch, books, figures, projection, report, risk, webhooks, console, pages, alert, audit, keys, adapter, message, host, sandbox\./,
  ],
  [
    'merchant',
    /merchant requires one of create, list, show, update, logo, password, reporting-password, certificate\./,
  ],
  ['--frobnicate', /requires one of serve/],
  ['merchant list --jsn', /"--jsn" is not an option here; did you mean --json\?/],
  ['merchant list extra', /Unexpected argument "extra"\./],
  ['merchant list --json=yes', /--json takes no value\./],
  ['merchant show', /<merchantId> is missing\./],
  ['merchant create a.b', /<merchantId> cannot be "a.b": it may only hold/],
  [`merchant create ${'x'.repeat(41)}`, /41 characters/],
  ['merchant create X --name', /--name requires a value/],
  [
    'merchant create X --name --aggregator',
    /--name requires a value; if the value is "--aggregator", write --name=--aggregator\./,
  ],
  ['merchant create X --name a --name b', /--name is given twice\./],
  [`merchant create X --name ${'x'.repeat(101)}`, /101 characters/],
  ['merchant create X --currencies USD,XXQ', /must be ISO 4217 currency codes/],
  ['merchant create X --currencies usd', /must be ISO 4217 currency codes/],
  ['merchant create X --currencies USD,', /must be ISO 4217 currency codes/],
  ['merchant create X --operations VERIFI', /must be one of ALL, .*VERIFY/],
  ['merchant create X --token-generation random', /must be one of MERCHANT_SUPPLIED, RANDOM, PRESERVE_6_4/],
  ['merchant create X --token-management TWO', /must be one of UNIQUE_TOKEN, UNIQUE_ACCOUNT_IDENTIFIER/],
  ['merchant create X --verification-strategy ALL', /must be one of NONE, BASIC, ACQUIRER, ACCOUNT_UPDATER/],
  ['merchant create X --login SMILE', /must be one of PASSWORD, CERTIFICATE/],
  ['merchant create X --link North_Bank', /must consist of small letters, digits and hyphens/],
  [`merchant create X --acquirer-id ${'x'.repeat(41)}`, /41 characters/],
  [`merchant create X --acquirer-merchant-id ${'x'.repeat(128)}`, /128 characters/],
  ['merchant update TESTMERCHANT', /Nothing to change/],
  ['merchant update TESTMERCHANT --enable --disable', /cannot be combined/],
  ['merchant update TESTMERCHANT --aggregator --no-aggregator', /cannot be combined/],
  ['merchant password revoke TESTMERCHANT', /--slot is missing\./],
  ['merchant password revoke TESTMERCHANT --slot 21', /must be one of 1, 2/],
  ['merchant password add TESTMERCHANT --operations PAY', /--operations requires --name/],
  ['merchant password add TESTMERCHANT --scope READ_ONLY', /--scope requires --name/],
  ['merchant password add TESTMERCHANT --name x --scope NONE', /must be one of FULL, PAYMENTS, READ_ONLY/],
  ['merchant password add TESTMERCHANT --name x --scope FULL --operations PAY', /either --scope or --operations/],
  ['merchant password rotate TESTMERCHANT', /--slot is missing\./],
  ['merchant certificate add TESTMERCHANT', /either --file or --development/],
  ['merchant certificate add TESTMERCHANT --file x --development', /either --file or --development/],
  ['merchant certificate add TESTMERCHANT --file x --out y', /--out requires --development/],
  ['merchant certificate revoke TESTMERCHANT', /--fingerprint is missing\./],
  ['merchant certificate revoke TESTMERCHANT --fingerprint 12:34', /must be 64 hexadecimal digits/],
  ['merchant create X --privileges NONE,UNMASK', /must be NONE, or some of STANDALONE_CAPTURE, .*DEBUG_INFORMATION/],
  ['merchant create X --privileges ROOT', /must be NONE, or some of STANDALONE_CAPTURE/],
  ['merchant create X --schemes VISA,PAPER', /must be one of ALL, AMEX, .*VISA/],
  ['merchant create X --sources CASH', /must be one of ALL, CARD, GIFT_CARD, ACH, DIRECT_DEBIT_CANADA/],
  ['merchant create X --card-masking NONE', /must be one of SIX_FOUR, LAST_FOUR, HIDDEN/],
  ['merchant create X --category-codes 541', /must be four-digit codes separated by commas, or ANY/],
  ['merchant create X --category-codes 5411,ANY', /must be four-digit codes/],
  ['merchant create X --page-origins shop.example', /must be origins such as https:\/\/shop\.example/],
  ['merchant create X --page-origins https://shop.example/cart', /must be origins/],
  ['merchant create X --page-origins NONE,https://shop.example', /must be origins/],
  ['merchant create X --page-colour red', /must be DEFAULT or a colour such as #0a5cff/],
  ['merchant create X --page-font COMIC', /--page-font/],
  ['merchant logo X', /Specify either --file or --remove/],
  ['merchant logo X --file logo.png --remove', /Specify either --file or --remove/],
  ['merchant create X --providers PROVIDER_A', /must look like PROVIDER_A=simulated-provider-a:ACCOUNT/],
  ['merchant create X --providers PROVIDER_D=simulated-provider-a:1', /must look like PROVIDER_A=/],
  [
    'merchant create X --providers PROVIDER_A=simulated-provider-a:1,PROVIDER_A=simulated-provider-a:2',
    /must name PROVIDER_A once/,
  ],
  ['merchant create X --payer-authentication NEVER', /must be one of BY_MERCHANT, ON_PAGES, REQUIRED/],
  ['sandbox withdraw-agreement TESTMERCHANT-PROVIDER_A', /<agreementId> is missing/],
  [
    'merchant update X --needs-partial-amount-flag --no-needs-partial-amount-flag',
    /--needs-partial-amount-flag and --no-needs-partial-amount-flag cannot be combined/,
  ],
  [
    'order',
    /order requires one of search, show, capture, refund, void, update-authorization, review, approve-refund, turn-down-refund, chargeback, fee\./,
  ],
  ['order show TESTMERCHANT', /<orderId> is missing\./],
  [`order show TESTMERCHANT ${'x'.repeat(41)}`, /41 characters/],
  ['order review TESTMERCHANT o', /either --accept or --reject/],
  ['order review TESTMERCHANT o --accept --reject', /either --accept or --reject/],
  ['order review TESTMERCHANT o --accept --user=', /--user cannot be "": it must not be empty/],
  [`order review TESTMERCHANT o --accept --note ${'x'.repeat(4001)}`, /4001 characters/],
  [`order approve-refund TESTMERCHANT o --request ${'x'.repeat(41)}`, /41 characters/],
  ['order chargeback TESTMERCHANT o --currency USD --state won', /--amount is missing\./],
  ['order chargeback TESTMERCHANT o --amount 1 --state won', /--currency is missing\./],
  ['order chargeback TESTMERCHANT o --amount 1 --currency USD', /--state is missing\./],
  [
    'order chargeback TESTMERCHANT o --amount 1 --currency USD --state stolen',
    /must be one of information-request, pending, won, lost, processed/,
  ],
  ['order fee TESTMERCHANT o --amount 0.00 --currency USD', /must be more than 0/],
  ['order fee TESTMERCHANT o --amount=-1 --currency USD', /must be a decimal number/],
  ['order fee TESTMERCHANT o --amount 1e3 --currency USD', /must be a decimal number/],
  ['order fee TESTMERCHANT o --amount 1.0001 --currency USD', /more than 3 decimals/],
  ['order fee TESTMERCHANT o --amount 1 --currency XXQ', /is not a code of ISO 4217/],
  [`order fee TESTMERCHANT o --amount 1 --currency USD --note ${'x'.repeat(251)}`, /251 characters/],
  [`order fee TESTMERCHANT o --amount 1 --currency USD --reference ${'x'.repeat(41)}`, /41 characters/],
  ['batch close', /<merchantId> is missing\./],
  ['books verify A B', /Unexpected argument "B"/],
  ['migrate --dry-run', /"--dry-run" is not an option here/],
  ['serve now', /Unexpected argument "now"/],
]

describe('arguments that are invalid', () => {
  for (const [words, says] of cases) {
    it(`are reported in one line: ${words.replaceAll(/x{9,}/g, 'xxx')}`, async () => {
      const result = await runCommand(words.split(' '), nothing)
      assert.equal(result.kind, 'MISUSED')
      const { message } = result as { message: string }
      assert.match(message, says)
      assert.doesNotMatch(message, /\n/)
    })
  }

  it('are reported without the account number that a note contains', async () => {
    const words = ['order', 'review', 'TESTMERCHANT', 'o', '--accept', '--note', 'card 5123 4500 0000 0008']
    const result = await runCommand(words, nothing)
    assert.equal(result.kind, 'MISUSED')
    const { message } = result as { message: string }
    assert.match(message, /^--note cannot be "card x+": it contains digits that could be an account number\./)
  })

  it('cannot move the cursor: typed text is shown on one line', async () => {
    const result = await runCommand(['merchant', 'show', 'a\n\u001b[2Jb\u2028'], nothing)
    assert.equal(result.kind, 'MISUSED')
    assert.doesNotMatch((result as { message: string }).message, /[\p{Cc}\u2028]/u)
    const unknown = await runCommand(['a\n\u001b[2Jb'], nothing)
    assert.doesNotMatch((unknown as { message: string }).message, /\p{Cc}/u)
  })
})
