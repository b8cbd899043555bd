// Token repositories: the stores of tokens, of one merchant or shared by several.
import { boolean, enumeration, pattern } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import {
  type ListedRepository,
  newRepository,
  provisioningModes,
  refuseRepositoryId,
  tokenGenerations,
  tokenManagements,
} from '../../merchants/index.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { withBody } from '../fields.ts'
import type { RepositoryBody, RepositoryListBody } from '../response-bodies/tokens.ts'
import { consoleRefusal, createdResponse, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleRoute, RouteAccess } from '../route.ts'

const see: RouteAccess = { kind: 'OPERATOR', permission: 'VIEW' }
const change: RouteAccess = { kind: 'OPERATOR', permission: 'CONFIGURE', isSensitive: true }

const newIdRow = pattern({
  name: 'Repository id',
  lengths: [1, 16],
  pattern: /^[ -~]+$/,
  wrongCharacters: explain('may only hold printable ASCII characters'),
  check: refuseRepositoryId,
})

const strategyRows = {
  generation: enumeration(tokenGenerations),
  management: enumeration(tokenManagements),
  hasSchemeTokens: boolean(),
  provisioningMode: enumeration(provisioningModes),
  hasMaintenance: boolean(),
} as const

export function tokenRepositoryServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { tokenRepositories } = context
  return [
    {
      method: 'GET',
      path: '/token-repositories',
      purpose: 'Lists token repositories and the merchants that use them.',
      access: see,
      handle: async () =>
        okResponse<RepositoryListBody>({ tokenRepositories: (await tokenRepositories.list()).map(repositoryBody) }),
    },
    {
      method: 'POST',
      path: '/token-repositories',
      purpose: 'Creates a token repository that merchants can share.',
      access: change,
      handle: withBody(
        { repositoryId: required(newIdRow), ...strategyRows },
        async ({ repositoryId, ...input }, call) => {
          const repository = newRepository(repositoryId, input)
          return (await tokenRepositories.create(repository, callAuditStamp(call, context)))
            ? createdResponse<RepositoryBody>(repositoryBody({ repository, merchantIds: [], hasTokens: false }))
            : consoleRefusal(409, 'TAKEN', 'A token repository with this ID already exists.', 'repositoryId')
        },
      ),
    },
    {
      method: 'PUT',
      path: '/token-repositories/:repositoryId',
      purpose: 'Changes the given fields; generation and management only while the repository holds no tokens.',
      access: change,
      handle: withBody(strategyRows, async (input, call) => {
        const found = await tokenRepositories.find(pathId(call, 'repositoryId'))
        if (!found) return unknownResource('token repository')
        const repository = { ...found.repository, ...input }
        const result = await tokenRepositories.update(repository, callAuditStamp(call, context))
        if (result === 'HOLDS_TOKENS')
          return consoleRefusal(
            409,
            'HOLDS_TOKENS',
            'The repository already holds tokens, so its generation and management cannot be changed.',
            'generation',
          )
        return result === 'UPDATED'
          ? okResponse<RepositoryBody>(repositoryBody({ ...found, repository }))
          : unknownResource('token repository')
      }),
    },
  ]
}

function repositoryBody({
  repository: { homeId: _, id, ...repository },
  merchantIds,
  hasTokens,
}: ListedRepository): RepositoryBody {
  return { repositoryId: id, ...repository, merchantIds, hasTokens }
}
