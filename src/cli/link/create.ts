// Creates an acquirer link. Its options are the settings of the adapter that is named.
import { createLink } from '../../acquirers/operations/manage-links.ts'
import { builtInCatalogue, catalogueOf, loadAcquirerAdapters } from '../../compose/index.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { Command, CommandContext } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { type CommandResult, usageError } from '../result.ts'
import { type Options, type ValueRow, requiredOption, textValue } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { linkIdArgument } from './link-id.ts'
import { linkResult } from './result.ts'
import { readSettings, settingOptions, settingsHelp } from './setting-options.ts'
import { commandAuditStamp, userOption } from '../options.ts'

export const acquirerIdOption = textValue(
  transactionRows.acquirer.rows.id,
  '<text>',
  "The acquirer's id, returned as transaction.acquirer.id. Default: the link's id.",
)

const adapterOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<adapter>',
  description: 'The adapter that connects to the acquirer.',
  parse: (text) => text,
}

const linkArguments = { linkId: linkIdArgument } as const
const createOptions = {
  adapter: requiredOption(adapterOption),
  acquirerId: acquirerIdOption,
  user: userOption,
} as const satisfies Options

export const linkCreate: Command = {
  name: 'link create',
  purpose: 'Creates an acquirer link, which merchants can then use.',
  arguments: linkArguments,
  options: createOptions,
  example: 'second-simulator --adapter simulator',
  notes: () => settingsHelp(builtInCatalogue.list()),
  read(words) {
    const adapter = wordAfter(words, '--adapter')
    if (adapter === undefined) return usageError('--adapter is missing.')
    return (context) => create(adapter, words, context)
  },
}

async function create(name: string, words: readonly string[], context: CommandContext): Promise<CommandResult> {
  const config = loadConfig(context.env)
  const catalogue = catalogueOf(await loadAcquirerAdapters(config), config)
  const adapter = catalogue.find(name)
  if (!adapter) {
    const known = catalogue.list().map((each) => each.name)
    return usageError(`There is no adapter ${name}; this installation has ${known.join(', ') || 'none'}.`)
  }
  const table = { arguments: linkArguments, options: { ...settingOptions(adapter.settings), ...createOptions } }
  const read = readArguments<typeof linkArguments, typeof createOptions>(table, words)
  if (read.kind === 'MISUSED') return read
  const { linkId, acquirerId, user } = read.input
  const settings = await readSettings(adapter.settings, read.input, context, { isNew: true })
  if (settings.kind === 'MISUSED') return settings
  return withAdministration(context, async (administration) => {
    const creation = { linkId, adapter: name, values: settings.values, ...omitUndefined({ acquirerId }) }
    const result = await createLink(creation, commandAuditStamp(user), administration)
    const done = 'Created; running gateways follow within five seconds:'
    return linkResult(result, linkId, { ...administration, done })
  })
}

function wordAfter(words: readonly string[], option: string): string | undefined {
  const inline = words.find((word) => word.startsWith(`${option}=`))
  if (inline) return inline.slice(option.length + 1)
  const index = words.indexOf(option)
  return index < 0 ? undefined : words[index + 1]
}
