// What every call of the database throws while it accepts nothing.

/** Too many requests are waiting already, or the database accepts none at the moment; the request was not executed. */
export class StoreOverloaded extends Error {
  override readonly name = 'StoreOverloaded'
}
