// Whether a form was posted from another site's page, for the payers' pages; the sandbox's sites use the same check.
export { isForeignPost } from '../../platform/html/foreign-post.ts'
