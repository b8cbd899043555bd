// A section of the form of a profile. The form is large, and drawing all of it for each key that is pressed would be felt.
import { memo, type ReactNode } from 'react'
import type { FieldsProps, Profile } from './merchant.ts'

/** Drawn again only when a field of these names changes; it can show no others. */
export function profileSection<const Name extends keyof Profile>(
  names: readonly Name[],
  fields: (props: FieldsProps<Name>) => ReactNode,
) {
  return memo(
    fields,
    (before, after) =>
      before.error === after.error &&
      before.explainsDefaults === after.explainsDefaults &&
      names.every((name) => before.profile[name] === after.profile[name]),
  )
}
