// A password as the gateway returns it, once.
import type { NewPasswordBody } from '../../../../../src/console/response-bodies/users.ts'
import type { Jsonified } from '../../api/json.ts'

export type NewPassword = Jsonified<NewPasswordBody>
