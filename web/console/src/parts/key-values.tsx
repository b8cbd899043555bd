// Names with their values, such as the particulars of an order. Values that are not there are left out.
import { Fragment, type ReactNode } from 'react'

export type KeyValue = readonly [name: string, value: ReactNode]

export function KeyValues({ items }: { readonly items: readonly KeyValue[] }) {
  const shown = items.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
  return (
    <dl className="key-values">
      {shown.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
