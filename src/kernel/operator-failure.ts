// A failure that the operator can do something about: its message is one line, without a stack. Others are bugs, or the
// database's.
export class OperatorFailure extends Error {}
