// What the other folders may use of risk rules and limits.
export { riskRuleRows, riskRuleSubjectOf } from './contract/risk-rule.ts'
export { type CountDependencies, createRisk } from './create-risk.ts'
export { openIpCountries } from './ip-countries.ts'
export {
  type AdmissionRequest,
  admitAttempt,
  assessRisk,
  countOutcome,
  payerAddressOf,
  riskPolicyFor,
} from './operations/assess-risk.ts'
export {
  changedRules,
  changeRiskRules,
  type ImpossibleRuleChange,
  type RuleChange,
  type RuleChangeRefusal,
  readRiskRules,
} from './operations/change-risk-rules.ts'
export {
  type CardListEntry,
  type CardToList,
  type IpCountries,
  operatorLists,
  type RiskStore,
  type Velocity,
  type VelocityAdmission,
} from './ports/risk.ts'
export { addressCheckText, securityCodeText } from './rules/check-labels.ts'
export {
  type Assessment,
  assessAfter,
  binLengthMax,
  describeRisk,
  noRiskRules,
  operatorCardLists,
  type RiskResponse,
  type RiskVerdict,
  rejectedByVelocity,
} from './rules/risk.ts'
export {
  type AppliedRule,
  type CardList,
  cardLists,
  type RiskRuleSubject,
  type RiskRules,
  riskActions,
  rulesOfKindMax,
} from './rules/risk-rules.ts'
export { type VelocityOutcome, velocityOutcomeOf } from './rules/velocity/admission.ts'
export type { PayloadAttempt } from './rules/velocity/payloads.ts'
export { memoryVelocity, type VelocityRefusal } from './velocity/velocity.ts'
