// What the members of the feed mean.

export const eventSentences = {
  after:
    'Where to go on: `page.after` of the answer before. Without it, from the very first event. Keep it as it is; it is the same in every version.',
  'RETRIEVE_EVENTS event':
    'What has happened, in the order in which it became known. Every event of an order or token comes after the ones before it.',
  'event.amountSource':
    "PAGE: the amount was named by the shop's page that opened a hosted page, where the payer can change it. Compare it with the cart.",
  'event.event': 'What happened, and to what it is the next event.',
  'event.id': 'Identifies the event. A notification of it carries the same value as X-Notification-Id.',
  'event.kind':
    'Of an order: OUTCOME of a transaction, INTERACTION when its payer came further, DECISION about it, REVERSAL of it. Of a token: CREATED, UPDATED, STATUS when it became valid or invalid, DELETED.',
  'event.number': 'Counts the events of the order, or of the token, from 1 on without gaps.',
  'event.time': 'When it happened.',
  'RETRIEVE_EVENTS event.token':
    'The token as it was then. Only events of tokens have it, and nothing else beside the event.',
  limit: 'How many events to answer at most.',
  'RETRIEVE_EVENTS page': 'Where this page ended.',
  'RETRIEVE_EVENTS page.after':
    'Where the next page begins: send it as `after`. There also when nothing new was found.',
  wait: 'How many seconds to wait when there is nothing new; the answer comes as soon as there is.',
} as const
