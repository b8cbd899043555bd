// What the other folders may use of the ISO 8583 test host.
export { HostBooks, type ListedEntry } from './books.ts'
export { findHost, HostInUseError } from './context.ts'
export { type FollowedMessage, followedText } from './describe.ts'
export type { HostOptions } from './host.ts'
export { readJournal } from './journal.ts'
export { DamagedBooksError } from './journal-files.ts'
