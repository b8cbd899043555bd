// Commands that list, show, test, enable and disable acquirer links.

import { type AdapterCatalogue, type LinkResult, linkIdPattern, setLinkEnabled } from '../../acquirers/index.ts'
import { checkLink, openLinks } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { merchantsUsing } from '../../merchants/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../options.ts'
import { optionName } from '../read-arguments.ts'
import {
  type CommandRefusal,
  type CommandResult,
  commandDone,
  commandRefused,
  doneWithProblems,
  usageError,
} from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { pairs, table } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { detailsData, detailsText, linkData, linkText, warningsOf } from './link-view.ts'

/** The id of an acquirer link on the command line. */
export function linkIdValue(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<linkId>',
    description,
    parse: (text) =>
      linkIdPattern.test(text)
        ? text
        : new FieldError('must consist of small letters, digits and hyphens, at most 40, such as north-bank'),
  }
}

export const linkIdArgument = linkIdValue('The id of the acquirer link, such as north-bank.')

export function unknownLink(linkId: string): CommandRefusal {
  return commandRefused(`There is no acquirer link ${linkId}.`)
}

/** How the commands about acquirer links end. */
export function linkResult(
  result: LinkResult,
  linkId: string,
  { adapterCatalogue, done }: { readonly adapterCatalogue: AdapterCatalogue; readonly done: string },
): CommandResult {
  switch (result.kind) {
    case 'TAKEN':
      return commandRefused(`Acquirer link ${linkId} already exists.`)
    case 'UNKNOWN_LINK':
      return unknownLink(linkId)
    case 'REFUSED':
      if (result.setting === undefined) return usageError(explanationText(result.reason))
      return usageError(`${optionName(result.setting)} ${explanationText(result.reason)}.`)
    case 'DONE':
      return commandDone(
        { link: linkData(result.link), warnings: warningsOf(result.link, adapterCatalogue) },
        `${done}\n\n${linkText(result.link, adapterCatalogue)}`,
      )
  }
}

export const linkList = command({
  name: 'link list',
  purpose: 'Lists acquirer links.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withAdministration(context, async ({ links, merchants }) => {
      const [found, all] = [await links.list(), await merchants.list()]
      const rows = found.map(({ linkId, adapter, acquirerId, isEnabled, revision }) => [
        linkId,
        adapter,
        acquirerId,
        isEnabled ? 'yes' : 'no',
        String(revision),
        String(merchantsUsing(linkId, all).length),
      ])
      const headings = ['LINK', 'ADAPTER', 'ACQUIRER', 'ENABLED', 'REVISION', 'MERCHANTS']
      return commandDone(
        { links: found.map(linkData) },
        rows.length === 0 ? 'No acquirer links; see "npx tollgate link create --help".' : table(headings, rows),
      )
    }),
})

export const linkShow = command({
  name: 'link show',
  purpose: 'Shows an acquirer link: its settings, its merchants, and what is open on each of its revisions.',
  arguments: { linkId: linkIdArgument },
  options: {},
  example: 'simulator',
  notes: () =>
    `Transactions without an outcome, pending reversals and transactions in manual resolution are open. An older
revision stays connected until nothing is open on it. "npx tollgate link test" checks the connection.`,
  run: ({ linkId }, context) =>
    withAdministration(context, async ({ links, merchants, adapterCatalogue }) => {
      const link = await links.find(linkId)
      if (!link) return unknownLink(linkId)
      const open = await links.countOpen(linkId)
      const details = { link, open, merchants: merchantsUsing(linkId, await merchants.list()) }
      return commandDone(
        { link: detailsData(details), warnings: warningsOf(details.link, adapterCatalogue) },
        detailsText(details, adapterCatalogue),
      )
    }),
})

const revisionOption: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<number>',
  description: 'The revision to check. Default: the current one.',
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : new FieldError('must be the number of a revision')),
}

export const linkTest = command({
  name: 'link test',
  purpose: "Checks the connection of an acquirer link with the adapter's own check; no payment is made.",
  arguments: { linkId: linkIdArgument },
  options: { revision: revisionOption },
  example: 'simulator',
  run: ({ linkId, revision }, context) =>
    withAdministration(context, async (administration, config, installation) => {
      // Read first: the registry has no links while they cannot be read, which is not the same as no such link.
      const link = await administration.links.find(linkId)
      if (!link) return unknownLink(linkId)
      const registry = await openLinks(config, installation, administration)
      try {
        const checked = await checkLink(registry, link, revision)
        if (typeof checked === 'string') return commandRefused(`Acquirer link ${linkId} cannot be opened: ${checked}.`)
        const { isReachable, state } = checked
        const reason = state?.reason ?? state?.lastError
        const data = { linkId, isReachable, reason, connections: state?.connections ?? [] }
        const text = pairs([
          ['Link', linkId],
          ['Reachable', isReachable ? 'yes' : 'no'],
          ...(reason === undefined ? [] : [['Reason', reason] as const]),
          ...(state?.connections ?? []).map(
            ({ name, state: up, reason: why }) => [name, why === undefined ? up : `${up}: ${why}`] as const,
          ),
        ])
        return isReachable ? commandDone(data, text) : doneWithProblems(data, text)
      } finally {
        await registry.close()
      }
    }),
})

export const linkEnable = command({
  name: 'link enable',
  purpose: 'Enables an acquirer link for new orders.',
  arguments: { linkId: linkIdArgument },
  options: { user: userOption },
  example: 'simulator',
  run: ({ linkId, user }, context) =>
    withAdministration(context, async (administration) => {
      const result = await setLinkEnabled(linkId, true, commandAuditStamp(user), administration)
      return linkResult(result, linkId, { ...administration, done: 'Enabled:' })
    }),
})

export const linkDisable = command({
  name: 'link disable',
  purpose: 'Disables an acquirer link for new orders; existing orders and recovery still use it.',
  arguments: { linkId: linkIdArgument },
  options: { user: userOption },
  example: 'simulator',
  run: ({ linkId, user }, context) =>
    withAdministration(context, async (administration) => {
      const result = await setLinkEnabled(linkId, false, commandAuditStamp(user), administration)
      return linkResult(result, linkId, { ...administration, done: 'Disabled for new orders:' })
    }),
})
