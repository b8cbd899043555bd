// What the other folders may use of alerts.
export { type AlertJobDependencies, createAlerts } from './create-alerts.ts'
export type { AlertDependencies } from './dependencies.ts'
