// What the other folders may use of the console.
export { buildConsole } from './build/build.ts'
export { openConsolePages } from './build/index.ts'
export type { ConsoleContext } from './context.ts'
export type { ConsoleDependencies } from './dependencies.ts'
export { userMail } from './mails/user-mail.ts'
export { type ConsolePagesOptions, consolePageRoutes, sendBusyPage } from './pages.ts'
export { type ConsoleOptions, consoleRoot, consoleRoutes, sendConsoleBusy } from './routes.ts'
