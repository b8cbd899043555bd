// Failures with a name: what the operator can act upon, and a database that takes no more work now.

/** The operator can do something about it: its message is one line, without a stack. Others are bugs, or the database's. */
export class OperatorFailure extends Error {}

/** Every call of the database throws it when too many requests are waiting already, or the database accepts none at the moment; the request was not executed. */
export class StoreOverloaded extends Error {
  override readonly name = 'StoreOverloaded'
}
