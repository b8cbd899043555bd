// A type of the gateway as it arrives over the wire: times are text, what is undefined is not there, and numbers of minor
// units cannot be sent at all.
export type Jsonified<T> = T extends Date
  ? string
  : T extends bigint | symbol | ((...args: never) => unknown)
    ? never
    : T extends readonly (infer Item)[]
      ? readonly Jsonified<Item>[]
      : T extends object
        ? JsonifiedMembers<T>
        : T

type JsonifiedMembers<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: Jsonified<T[Name]>
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Jsonified<Exclude<T[Name], undefined>>
}
