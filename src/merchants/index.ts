// What the other folders may use of merchants.
export { createMerchants, type MerchantJobDependencies } from './create-merchants.ts'
export { boardMerchant, type MerchantWithPassword, type MissingTwinReason } from './operations/board-merchant.ts'
export {
  type RepositoryOptions,
  type RepositoryRefusal,
  repositoryForKnown,
  repositoryForNew,
  resolveRepository,
} from './operations/choose-repository.ts'
export {
  findMerchantLogo,
  type LogoChange,
  logoHashOf,
  type MerchantLogo,
  removePageLogo,
  setPageLogo,
} from './operations/page-logo.ts'
export { refuseTestLink, type SimulatorLinks } from './operations/test-twin.ts'
export {
  type AccessRightsProtection,
  type AccessRightsRefusal,
  AccessRightsRefusedError,
  type AccessRightsSummary,
} from './ports/access-rights.ts'
export type { ApiPassword, Certificate, CredentialUses, RegisteredCertificate } from './ports/credentials.ts'
export type {
  ListedRepository,
  MerchantAccess,
  MerchantReader,
  MerchantStore,
  PageLogo,
  PageLogos,
  TokenRepositories,
} from './ports/merchant-store.ts'
export {
  accessRightsColumn,
  digestsOf,
  partsColumn,
  type StoredAccessRights,
  userAccessRightsColumn,
} from './postgres/access-rights/access-rights-rows.ts'
export type { AccessRightsSeals, SealingVault } from './postgres/access-rights/access-rights-seals.ts'
export {
  type LinkKeyRow,
  type LinkKeyState,
  linkKeyFaultOf,
  type RowSeals,
  readLinkKey,
  writeLinkKey,
} from './postgres/access-rights/link-key-rows.ts'
export { type UserAccessRights, verifiedUsers } from './postgres/access-rights/verified-users.ts'
export { insertCertificate, insertCredential } from './postgres/credentials.ts'
export { changeProfile, findMerchant } from './postgres/merchants.ts'
export { type RepositoryRow, repositoryOf } from './postgres/token-repositories.ts'
export {
  type AccessRightsFault,
  type AccessRightsPart,
  type LinkSeal,
  linkSealText,
} from './rules/access-rights-seal.ts'
export {
  type CertificateExpiry,
  type CertificateStatus,
  certificateExpiry,
  certificateStatus,
  expiryWarningDays,
} from './rules/certificate-status.ts'
export {
  type AccountNumbersInText,
  type AcquirerLink,
  accountNumbersInTextPolicies,
  authenticationMethods,
  authenticationPolicies,
  type CardMasking,
  cardMaskings,
  type FailedRoute,
  holdsPrivilege,
  type LinkRevision,
  linkRevisionOf,
  type Merchant,
  type MerchantProfile,
  merchantsUsing,
  type NewAcquirerLink,
  type Privilege,
  permitsCurrency,
  permitsOperation,
  permitsScheme,
  permitsSource,
  privileges,
  profileDefaults,
  routesOf,
  withAcquirerLink,
  withRoutes,
} from './rules/merchant.ts'
export { copiedProfile, newMerchantProfile } from './rules/new-merchant-profile.ts'
export {
  defaultPageColour,
  isLogoFault,
  linkedLogoBytesMax,
  logoFaultTexts,
  noPageLogo,
  type PageFont,
  type PageTheme,
  pageFonts,
  pageLogoBytesMax,
  readPageColour,
  readPageLogo,
  readPageTheme,
} from './rules/page-theme.ts'
export {
  approvalIsOn,
  differenceIn,
  type ProfileDifference,
  type ProfileFault,
  type ProfileSetting,
  profileFaultOf,
  tidyProfile,
  weakenedControls,
  withDifference,
  withoutChanges,
} from './rules/profile-controls.ts'
export {
  type AcquirerRoute,
  binLengthMax,
  describeConditions,
  explainRoutes,
  needsCardCountry,
  type PaymentToRoute,
  type RouteConditions,
  type RouteExplanation,
  type RouteFault,
  routeFaultOf,
  routesFor,
} from './rules/routes.ts'
export {
  newRepository,
  type ProvisioningMode,
  provisioningModes,
  refuseRepositoryId,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from './rules/token-repository.ts'
