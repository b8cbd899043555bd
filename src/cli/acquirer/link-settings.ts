// Commands that create acquirer links and change their settings.
import { createLink, updateLink } from '../../acquirers/index.ts'
import { builtInCatalogue, catalogueOf, loadAcquirerAdapters } from '../../compose/index.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { Command, CommandContext } from '../command.ts'
import { commandAuditStamp, userOption } from '../options.ts'
import { readArguments } from '../read-arguments.ts'
import { type CommandResult, commandRefused, usageError } from '../result.ts'
import { listValue, type Options, requiredOption, textValue, type ValueRow } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { linkIdArgument, linkResult, unknownLink } from './links.ts'
import { readSettings, settingOptions, settingsHelp } from './setting-options.ts'

/** Creates an acquirer link. Its options are the settings of the adapter that is named. */
const acquirerIdOption = textValue(
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
    const creation = { linkId, adapter: name, values: settings.values, acquirerId }
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

/** Changes the settings of an acquirer link. */
const revisionOption: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<number>',
  description: 'An older revision, whose tuning settings are changed. Default: the current one.',
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : new FieldError('must be the number of a revision')),
}

const updateOptions = {
  acquirerId: acquirerIdOption,
  unset: listValue((text) => camelCase(text), '<setting>,...', 'Settings that go back to their defaults.'),
  revision: revisionOption,
  user: userOption,
} as const satisfies Options

export const linkUpdate: Command = {
  name: 'link update',
  purpose: 'Changes the settings of an acquirer link; a change of an identity setting makes a new revision.',
  arguments: linkArguments,
  options: updateOptions,
  example: 'simulator --requests-max 500',
  notes:
    () => `Running gateways follow within five seconds; what is in flight ends where it began. Existing orders stay with
the revision that they used.

${settingsHelp(builtInCatalogue.list())}`,
  read(words) {
    const [linkId] = words
    if (linkId === undefined || linkId.startsWith('-')) return usageError('<linkId> must come first.')
    return (context) => update(linkId, words, context)
  },
}

function update(linkId: string, words: readonly string[], context: CommandContext): Promise<CommandResult> {
  return withAdministration(context, async (administration) => {
    const { links, adapterCatalogue } = administration
    const link = await links.find(linkId)
    if (!link) return unknownLink(linkId)
    const adapter = adapterCatalogue.find(link.adapter)
    if (!adapter) return commandRefused(`This installation does not have the adapter ${link.adapter}.`)
    const table = { arguments: linkArguments, options: { ...settingOptions(adapter.settings), ...updateOptions } }
    const read = readArguments<typeof linkArguments, typeof updateOptions>(table, words)
    if (read.kind === 'MISUSED') return read
    const { acquirerId, unset, revision, user } = read.input
    const settings = await readSettings(adapter.settings, read.input, context, { isNew: false })
    if (settings.kind === 'MISUSED') return settings
    const change = { given: settings.values, acquirerId, unset, revision }
    if (Object.keys(settings.values).length === 0 && !unset && acquirerId === undefined)
      return usageError('Nothing to change; specify at least one setting.')
    const result = await updateLink(linkId, change, commandAuditStamp(user), administration)
    const done =
      'hasNewRevision' in result && result.hasNewRevision
        ? 'Changed; new orders use the new revision, existing ones keep theirs:'
        : 'Changed; running gateways follow within five seconds:'
    return linkResult(result, linkId, { adapterCatalogue, done })
  })
}

/** As on the command line, or as in the schema. */
function camelCase(text: string): string {
  return text.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
