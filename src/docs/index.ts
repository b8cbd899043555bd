// What the other folders may use of the reference.
export { docsRoutes } from './routes.ts'
