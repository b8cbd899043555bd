// Changes the settings of an acquirer link.
import { updateLink } from '../../acquirers/operations/manage-links.ts'
import { builtInCatalogue } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Command, CommandContext } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { type CommandResult, commandRefused, usageError } from '../result.ts'
import { type Options, type ValueRow, listValue } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { acquirerIdOption } from './create.ts'
import { linkIdArgument, unknownLink } from './link-id.ts'
import { linkResult } from './result.ts'
import { readSettings, settingOptions, settingsHelp } from './setting-options.ts'
import { commandAuditStamp, userOption } from '../options.ts'

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
    const change = { given: settings.values, ...omitUndefined({ acquirerId, unset, revision }) }
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
