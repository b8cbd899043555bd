// What the other folders may use of installations.
export { exportInstallation, importInstallation } from './backup/backup.ts'
export { type CheckResult, runChecks, worstState } from './doctor/run-checks.ts'
export { cardHostMerchant, ensureCardHostLink, sandboxMerchants } from './sandbox/merchants.ts'
export { sandboxPassword, seedSandbox, seedSandboxWallets } from './sandbox/seed.ts'
export { welcomeText } from './sandbox/welcome.ts'
