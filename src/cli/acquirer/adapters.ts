// Commands about acquirer adapters: which there are, and whether one passes the conformance suite at the real other
// end.

import { readFile } from 'node:fs/promises'
import type { SettingFault } from '../../acquirers/index.ts'
import {
  builtInCatalogue,
  type CheckReport,
  catalogueOf,
  findAdapter,
  loadAcquirerAdapters,
  optionalKinds,
  testAdapter,
} from '../../compose/index.ts'
import { currency } from '../../contract/field-types.ts'
import { FieldError } from '../../contract/row.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { type CardInstrument, cardKindOf, fundingMethodOf } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { command } from '../command.ts'
import { type CommandRefusal, type CommandResult, commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { listValue, parseOneOf, requiredOption, type ValueRow } from '../rows.ts'
import { printable, table } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withAdministration } from '../with-installation.ts'

export const adapterList = command({
  name: 'adapter list',
  purpose: 'Lists acquirer adapters: built-in ones and those of TOLLGATE_ADAPTERS.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    'With --json also the settings of each. "npx tollgate link create --help" lists those of built-in adapters.',
  async run(_given, { env }) {
    const config = loadConfig(env)
    const adapters = catalogueOf(await loadAcquirerAdapters(config), config).list()
    const rows = adapters.map((adapter) => ({
      ...adapter,
      isBuiltIn: builtInCatalogue.find(adapter.name) !== undefined,
    }))
    const headings = ['ADAPTER', 'BUILT IN', 'SETTINGS', 'TITLE']
    return commandDone(
      { adapters: rows },
      table(
        headings,
        rows.map(({ name, title, isBuiltIn, settings }) => [
          name,
          isBuiltIn ? 'yes' : 'no',
          String(Object.keys(settings.properties).length),
          title,
        ]),
      ),
    )
  },
})

/** Options that name a test card of the acquirer. */
const cardPattern = /^(?<number>\d{9,19}),(?<month>0?[1-9]|1[0-2])\/(?<year>\d\d)(?:,(?<code>\d{3,4}))?$/

/** The value is never repeated in a message. */
function cardOption(description: string): ValueRow<CardInstrument> {
  return {
    kind: 'VALUE',
    placeholder: '<number,MM/YY[,code]>',
    description,
    parse: (text) => readCard(text) ?? new FieldError('must be a number, an expiry date and a code: number,MM/YY,code'),
  }
}

function readCard(text: string): CardInstrument | undefined {
  const { number, month, year, code } = cardPattern.exec(text)?.groups ?? {}
  if (number === undefined || month === undefined || year === undefined) return undefined
  const { scheme, brand } = cardKindOf(number)
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', number),
    scheme,
    brand,
    fundingMethod: fundingMethodOf(number),
    expiry: { month: String(Number(month)), year },
    securityCode: code === undefined ? undefined : new Secret('AUTHENTICATION', code),
  }
}

const text = (placeholder: string, description: string): ValueRow<string> => ({
  kind: 'VALUE',
  placeholder,
  description,
  parse: (value) => value,
})

const currencyType = currency().type

export const adapterTest = command({
  name: 'adapter test',
  purpose: 'Runs the acquirer conformance suite against the real other end of an adapter.',
  arguments: {
    adapter: text(
      '<adapter>',
      'The path of the module, such as ./my-acquirer.ts, a package, or the name of an adapter.',
    ),
  },
  options: {
    settings: requiredOption(text('<file>', 'A JSON object with the settings of the link, secrets included.')),
    merchantId: requiredOption(text('<id>', 'A merchant of the acquirer that nothing else uses meanwhile.')),
    card: requiredOption(cardOption("The acquirer's test card that is approved.")),
    declinedCard: cardOption('A test card that is declined.'),
    partialCard: cardOption('A test card that is approved for a part of the amount.'),
    silentCard: cardOption('A test card for which the acquirer acts but does not answer.'),
    openCard: cardOption('A test card whose outcome is open until it is inquired about.'),
    currencies: listValue(
      (value) => currencyType.read(value),
      '<code>,...',
      'Currencies of the merchant; with 0, 2 and 3 decimals all checks of amounts are run. Default: USD.',
    ),
    without: listValue(
      parseOneOf(optionalKinds),
      '<kind>,...',
      `What the merchant may not do at the acquirer: ${optionalKinds.join(', ')}.`,
    ),
  },
  example: './my-acquirer.ts --settings settings.json --merchant-id 4711 --card 5123450000000008,01/39,100',
  notes: () => `The suite makes payments, captures, refunds, voids and reversals. Use a merchant and cards for tests
only; never the number of a real card. It needs no database, unless the adapter has tables of its own. The exit code is 1
if a check fails. Checks are not applicable where the adapter's capabilities exclude them, and not run where a card or
currency is missing or --without leaves them out.`,
  async run(input, context) {
    const { terminal, isJson, env } = context
    const values = await readSettingsFile(input.settings)
    if ('kind' in values) return values
    const adapter = await findAdapter(input.adapter, loadConfig(env))
    const { card: approved, declinedCard, partialCard, silentCard, openCard } = input
    const test = {
      adapter,
      values: values.settings,
      acquirerMerchantId: input.merchantId,
      currencies: input.currencies ?? ['USD'],
      without: input.without ?? [],
      cards: {
        approved,
        declined: declinedCard,
        approvedInPart: partialCard,
        silent: silentCard,
        open: openCard,
      },
      onReport: (report: CheckReport) => isJson || printReport(report, terminal),
    }
    const tested = adapter.migrations
      ? await withAdministration(context, (_administration, _config, pools) => testAdapter({ ...test, pools }))
      : await testAdapter(test)
    return 'setting' in tested ? unusable(input.settings, tested) : resultOf(adapter.name, tested)
  },
})

function unusable(file: string, { setting, reason }: SettingFault) {
  return commandRefused(`The setting ${setting} in ${file} ${explanationText(reason)}.`)
}

async function readSettingsFile(path: string): Promise<{ readonly settings: SettingValues } | CommandRefusal> {
  try {
    const settings: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
      return { settings: settings as SettingValues }
    return commandRefused(`${path} is not a JSON object.`)
  } catch (error) {
    if (error instanceof SyntaxError) return commandRefused(`${path} is not JSON.`)
    return commandRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

const outcomeWords = {
  PASSED: 'passed',
  FAILED: 'FAILED',
  NOT_APPLICABLE: 'not applicable',
  NOT_RUN: 'not run',
} as const satisfies Readonly<Record<CheckReport['outcome'], string>>

const width = Math.max(...Object.values(outcomeWords).map((word) => word.length)) + 2

/** As it goes: a real acquirer takes its time. */
function printReport({ name, outcome, reason }: CheckReport, { stdout }: Pick<Terminal, 'stdout'>): void {
  stdout.write(`${outcomeWords[outcome].padEnd(width)}${name}\n`)
  if (reason !== undefined) stdout.write(`${' '.repeat(width)}${printable(reason)}\n`)
}

function resultOf(adapter: string, checks: readonly CheckReport[]): CommandResult {
  const count = (outcome: CheckReport['outcome']) => checks.filter((check) => check.outcome === outcome).length
  const counts = {
    passed: count('PASSED'),
    failed: count('FAILED'),
    notApplicable: count('NOT_APPLICABLE'),
    notRun: count('NOT_RUN'),
  }
  const summary = `\n${counts.passed} passed, ${counts.failed} failed, ${counts.notApplicable} not applicable, ${counts.notRun} not run`
  const data = { adapter, ...counts, checks }
  return counts.failed > 0 ? doneWithProblems(data, summary) : commandDone(data, summary)
}
