// What the other folders may use of users.
export { createUsers, type UserJobDependencies } from './create-users.ts'
export type { UserDependencies } from './dependencies.ts'
export { oneTimeCodes } from './one-time-codes.ts'
export {
  addUser,
  changeUser,
  commandLineManager,
  type Manager,
  managerOf,
  type NewPasswordResult,
  removeUser,
  resetPassword,
  resetSecondFactor,
  signOutUser,
  type UserManagementDependencies,
  type UserManagementRefusal,
  type UserManagementResult,
  type UserToAdd,
  unlockUser,
} from './operations/manage-users.ts'
export {
  changeOwnPassword,
  confirmEmail,
  type EmailRefusal,
  type PasswordChangeResult,
  type SentCodeResult,
  sendEmailCode,
  setOwnEmail,
} from './operations/own-account.ts'
export {
  acceptSecondFactor,
  confirmSecondFactor,
  offerSecondFactor,
  renewRecoveryCodes,
} from './operations/set-up-second-factor.ts'
export {
  type SignInOrigin,
  type SignInResult,
  signIn,
  signOut,
  signOutEverywhere,
  submitSecondFactor,
} from './operations/sign-in.ts'
export { argon2Passwords } from './passwords.ts'
export type {
  AlertRecipient,
  Attention,
  AttentionFacts,
  MerchantAttention,
  UserEmails,
  UserMailFacts,
  UserMailFrame,
  UserMailQueue,
} from './ports/user-emails.ts'
export type { ConsoleSession, UserPreferencesStore } from './ports/users.ts'
export { givePermissions } from './postgres/user-changes.ts'
export {
  type AttentionAudience,
  type AttentionSubject,
  attentionAudiences,
  attentionPauseMs,
  attentionSubjects,
} from './rules/attention.ts'
export { passwordLengthMin, passwordsRemembered } from './rules/new-password.ts'
export { consoleLanguages, isTimeZone, isZoneName, savedViewsMax, type UserPreferences } from './rules/preferences.ts'
export { emailCodeValidMinutes } from './rules/user-email.ts'
