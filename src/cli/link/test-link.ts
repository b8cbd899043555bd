// Checks whether an acquirer can be reached by a link, without a payment.
import { checkLink, openLinks } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { pairs } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { linkIdArgument, unknownLink } from './link-id.ts'

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
        const data = { linkId, isReachable, ...omitUndefined({ reason }), connections: state?.connections ?? [] }
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
