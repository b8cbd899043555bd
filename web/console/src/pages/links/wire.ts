// Acquirer links as the services return them, and the paths of these services.
import type {
  LinkBody,
  LinkDetailsBody,
  LinkResponsesBody,
  LinkSettingBody,
  LinkStatusBody,
} from '../../../../../src/console/response-bodies/links.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'

export type LinkView = Jsonified<LinkBody>
export type LinkDetailsView = Jsonified<LinkDetailsBody>
export type LinkStatusView = Jsonified<LinkStatusBody>
export type ConnectionView = LinkStatusView['connections'][number]
export type ResponseCountView = Jsonified<LinkResponsesBody>['responses'][number]
export type SettingView = Jsonified<LinkSettingBody>

export const linksPath = '/links'
export const linkPath = (linkId: string) => path`/links/${linkId}`
export const linkResponsesPath = (linkId: string) => path`/links/${linkId}/responses`
