// Descriptions of the members of a call that are not about a payment: the caller, the request, the result.

export const callSentences = {
  '3DSecureId':
    'The name the merchant gave to an enrollment check made with the gateway; the payment then carries its result. Not for authentication done elsewhere.',
  apiOperation: 'Which operation the request asks for; several share one address.',
  correlationId:
    'A name of the caller for this one call. It comes back in the answer as it was sent and is not kept anywhere.',
  error: 'Why the request was not processed. Only answers with result ERROR have it.',
  'error.cause':
    'The cause of the error: INVALID_REQUEST and REQUEST_REJECTED must be corrected by the caller, SERVER_BUSY means try again later, SERVER_FAILED is a gateway error.',
  'error.explanation': 'What is wrong, in words for a developer. Sent with INVALID_REQUEST and SERVER_BUSY only.',
  'error.field': 'The field that was refused, by its name in the version of the call.',
  'error.supportCode':
    'A code to quote when asking for help; the operator finds the case by it. Sent with REQUEST_REJECTED and SERVER_FAILED only.',
  'error.validationType':
    'How the field failed: MISSING, INVALID, or UNSUPPORTED when the operation does not have it in this version.',
  gatewayEntryPoint: 'The way by which the transaction came into the gateway.',
  initiator: 'Who set off the transaction.',
  merchant: 'The merchant whose profile the request was made under.',
  partnerSolutionId: 'Identifies the software the request came from, if its maker has been given an identifier.',
  responseControls: 'What the caller asks of the form of the answer.',
  'responseControls.sensitiveData':
    'UNMASK requests unmasked account numbers. It takes effect for merchants with that privilege who authenticate with a certificate; otherwise numbers stay masked.',
  result:
    'The result: SUCCESS, FAILURE, PENDING while in progress, UNKNOWN while the outcome is not known, ERROR when the request was not processed.',
  timeOfLastUpdate: 'When the transaction last changed.',
  timeOfRecord: 'The moment that counts as the time of the transaction, for sorting, billing and reports.',
  userId: "The merchant's user who initiated the transaction.",
  version: 'The API version the transaction was requested in.',
} as const
