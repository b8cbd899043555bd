// Token repositories as their services return them, and where.
import type { RepositoryBody } from '../../../../../src/console/response-bodies/tokens.ts'
import type { Jsonified } from '../../api/json.ts'

export const repositoriesPath = '/token-repositories'

export type RepositoryDetails = Jsonified<RepositoryBody>
