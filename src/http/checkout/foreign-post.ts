// Whether a form was posted from somebody else's page, for the payers' door; sites of the sandbox ask the same.
export { isForeignPost } from '../../html/foreign-post.ts'
