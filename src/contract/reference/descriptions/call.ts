// Descriptions of the members of a call that are not about a payment: the caller, the request, the result.

export const callSentences = {
  '3DSecureId':
    "The merchant's identifier of an enrollment check by the gateway, whose result the payment uses. Not for authentication performed elsewhere.",
  apiOperation: 'The operation of the request; several operations share one path.',
  correlationId: 'An identifier chosen by the caller for this request. It is returned in the response and not stored.',
  error: 'Why the request was not processed. Present only when result is ERROR.',
  'error.cause':
    'The cause of the error: INVALID_REQUEST and REQUEST_REJECTED must be corrected by the caller, SERVER_BUSY means try again later, SERVER_FAILED is a gateway error.',
  'error.explanation': 'Explanation of the error for developers. Sent with INVALID_REQUEST and SERVER_BUSY only.',
  'error.field': 'The field that was refused, by its name in the version of the call.',
  'error.supportCode':
    'A code to quote in a support request; the operator uses it to find the case. Sent with REQUEST_REJECTED and SERVER_FAILED only.',
  'error.validationType':
    'Kind of error: MISSING, INVALID, or UNSUPPORTED when the operation does not have the field in this version.',
  gatewayEntryPoint: 'The entry point through which the gateway received the transaction.',
  initiator: 'Who initiated the transaction.',
  merchant: 'The merchant in whose name the request was made.',
  partnerSolutionId: 'Identifies the software the request came from, if its maker has been given an identifier.',
  responseControls: 'Options for the form of the response.',
  'responseControls.sensitiveData':
    'UNMASK requests unmasked account numbers. It takes effect for merchants with that privilege who authenticate with a certificate; otherwise numbers stay masked.',
  result:
    'The result: SUCCESS, FAILURE, PENDING while in progress, UNKNOWN while the outcome is not known, ERROR when the request was not processed.',
  timeOfLastUpdate: 'When the transaction last changed.',
  timeOfRecord: 'The time of the transaction for sorting, billing and reports.',
  userId: "The merchant's user who initiated the transaction.",
  version: 'The API version the transaction was requested in.',
} as const
