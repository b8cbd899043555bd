// The id of an acquirer link on the command line.

import { linkIdPattern } from '../../acquirers/rules/link.ts'
import { FieldError } from '../../contract/row.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'

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
