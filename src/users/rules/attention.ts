// What users are told by e-mail because it waits for people: nothing the gateway does by itself ends it.

/**
 * - MONEY_AT_RISK: the acquirer has not reversed it, or it needs manual resolution; or its outcome has been open for an hour.
 * - PARKED_NOTIFICATIONS: the merchant's server has not accepted them, and the gateway no longer sends them.
 * - OVERDUE_DISPUTES: the last day to answer is over, and no evidence was sent.
 */
export const attentionSubjects = ['MONEY_AT_RISK', 'PARKED_NOTIFICATIONS', 'OVERDUE_DISPUTES'] as const
export type AttentionSubject = (typeof attentionSubjects)[number]

/** Whose users are told: those of the merchant, and the operator's about all merchants. */
export const attentionAudiences = ['MERCHANT', 'OPERATOR'] as const
export type AttentionAudience = (typeof attentionAudiences)[number]

/** What comes within it after an e-mail is in the next one. */
export const attentionPauseMs = 3_600_000
