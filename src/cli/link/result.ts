// How the commands about acquirer links end.

import type { LinkResult } from '../../acquirers/operations/manage-links.ts'
import type { AdapterCatalogue } from '../../acquirers/ports/adapter-catalogue.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { optionName } from '../read-arguments.ts'
import { type CommandResult, commandDone, commandRefused, usageError } from '../result.ts'
import { unknownLink } from './link-id.ts'
import { linkData, linkText, warningsOf } from './view.ts'

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
