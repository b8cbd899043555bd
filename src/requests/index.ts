// What the other folders may use of the path of requests.
export { type ManualAction, manualTransactionAuditEntry } from './act-on-order.ts'
export { catalogue, findOperation } from './catalogue.ts'
export { createRequests, type Requests } from './create-requests.ts'
export { charsetOf, type NameValueCall, nameValueExample, readCall } from './name-value.ts'
export { chooseOperation, nameFieldsInVersion, parseBody, parseQuery } from './read-request.ts'
export { redactedLogPaths } from './redaction.ts'
export type { Caller, UsedCredential } from './request.ts'
export { cardNumbersInTexts, maskTexts, refusePayerTexts } from './screen-texts.ts'
