// What the host's response codes mean, as a setting: pairs such as 51=INSUFFICIENT_FUNDS with commas between.
import { explain } from '../../../kernel/explanation.ts'
import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import { SettingError } from './setting-error.ts'

export function parseResponseCodes(text: string): Readonly<Record<string, GatewayCode>> {
  const entries = text.split(',').flatMap((pair) => {
    const [code = '', gatewayCode = ''] = pair.trim().split('=')
    if (code === '') return []
    if (!Object.hasOwn(gatewayCodes, gatewayCode))
      throw new SettingError(
        'responseCodes',
        explain('names the gateway code {gatewayCode}, which does not exist', { gatewayCode }),
      )
    return [[code, gatewayCode as GatewayCode] as const]
  })
  return Object.fromEntries(entries)
}
