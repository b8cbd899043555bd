// The logo of a merchant's payment pages.
import { pattern } from '../../../contract/field-types.ts'
import { required } from '../../../contract/row.ts'
import { explain } from '../../../kernel/explanation.ts'
import { type LogoChange, removePageLogo, setPageLogo } from '../../../merchants/operations/page-logo.ts'
import { logoFaultTexts, pageLogoBytesMax } from '../../../merchants/rules/page-logo.ts'
import { pathNotFound } from '../../access.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../../context.ts'
import { withBody } from '../../read-fields.ts'
import type { PageLogoBody } from '../../response-bodies/merchants.ts'
import { consoleRefusal, okResponse } from '../../responses.ts'
import type { ConsoleResponse, ConsoleRoute } from '../../route.ts'

/** Base64 has four characters for three bytes. */
const charactersMax = Math.ceil(pageLogoBytesMax / 3) * 4

const content = pattern({
  name: 'Picture',
  lengths: [4, charactersMax],
  pattern: /^[A-Za-z0-9+/]+={0,2}$/,
  wrongCharacters: explain('may only hold a picture in base64'),
})

export function pageLogoServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, ports } = context
  const logoPorts = { merchants, pageLogos: ports.pageLogos }
  const path = '/merchants/:merchantId/page-logo'
  const access = { kind: 'OPERATOR', permission: 'CONFIGURE', isSensitive: true } as const
  return [
    {
      method: 'PUT',
      path,
      purpose: 'Sets the logo on a merchant’s payment pages: a PNG, JPEG or WebP picture in base64.',
      access,
      handle: withBody({ content: required(content) }, async (input, call) => {
        const merchantId = pathId(call, 'merchantId')
        if (!(await merchants.find(merchantId))) return pathNotFound
        const picture = Buffer.from(input.content, 'base64')
        return responseOf(await setPageLogo(merchantId, picture, callAuditStamp(call, context), logoPorts))
      }),
    },
    {
      method: 'DELETE',
      path,
      purpose: 'Removes the logo from a merchant’s payment pages.',
      access,
      handle: async (call) =>
        responseOf(await removePageLogo(pathId(call, 'merchantId'), callAuditStamp(call, context), logoPorts)),
    },
  ]
}

function responseOf(change: LogoChange): ConsoleResponse {
  switch (change.kind) {
    case 'CHANGED':
      return okResponse<PageLogoBody>({ pageLogo: change.profile.pageLogo })
    case 'REFUSED':
      return consoleRefusal(422, 'FIELD_INVALID', logoFaultTexts[change.fault], 'content')
    case 'unknown merchant':
      return pathNotFound
  }
}
