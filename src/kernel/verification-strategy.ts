// How a stored account is verified before a token is made of it.

export const verificationStrategies = ['NONE', 'BASIC', 'ACQUIRER', 'ACCOUNT_UPDATER'] as const
export type VerificationStrategy = (typeof verificationStrategies)[number]
