// What follows when somebody outside was asked and did not answer. Silence is not a no.

/**
 * - REVERSE: what was asked counts as declined, so that the merchant may try again at once, and is reversed.
 * - ASK: undoing or changing an earlier transaction cannot be reversed in turn without doing harm; its outcome stays open
 *   and is asked for.
 */
export type AfterSilence = 'REVERSE' | 'ASK'

/** For acquirers that know no advices. */
export const usualAfterSilence = {
  AUTHORIZE: 'REVERSE',
  CAPTURE: 'REVERSE',
  PAY: 'REVERSE',
  REFUND: 'REVERSE',
  STANDALONE_CAPTURE: 'REVERSE',
  STANDALONE_REFUND: 'REVERSE',
  UPDATE_AUTHORIZATION: 'ASK',
  VERIFY: 'REVERSE',
  VOID: 'ASK',
} as const satisfies Readonly<Record<string, AfterSilence>>
