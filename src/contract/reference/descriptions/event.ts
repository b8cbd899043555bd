// What the members of the feed mean.

export const eventSentences = {
  after:
    'The cursor: `page.after` of the previous response. Without it, the list begins with the first event. It is valid in every version.',
  'RETRIEVE_EVENTS event':
    'The events, in the order of the feed. Every event of an order or token comes after its earlier ones.',
  'event.amountSource':
    "PAGE: the amount was set by the shop's page that opened a hosted page, where the payer can change it. Compare it with the cart.",
  'event.event': 'The event and its number.',
  'event.id': 'Identifies the event. A notification of it carries the same value as X-Notification-Id.',
  'event.kind':
    'For an order: OUTCOME of a transaction, INTERACTION for progress of the payer, DECISION about it, REVERSAL of it. For a token: CREATED, UPDATED, STATUS when it became valid or invalid, DELETED.',
  'event.number': 'Number of the event within its order or token, from 1 on without gaps.',
  'event.time': 'When it happened.',
  'RETRIEVE_EVENTS event.token': 'The token as of the event. Only events of tokens have it.',
  limit: 'Maximum number of events to return.',
  'RETRIEVE_EVENTS page': 'The cursor after this page.',
  'RETRIEVE_EVENTS page.after':
    'The cursor for the next page: send it as `after`. Also present when there are no new events.',
  wait: 'Number of seconds to wait for new events; the response is sent as soon as there is one.',
} as const
