// A type of the gateway as it comes over the wire: times are text.
export type Jsonified<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Jsonified<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Jsonified<T[Name]> }
      : T
