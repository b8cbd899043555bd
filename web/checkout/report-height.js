// Pages without a form: report their height to the shop's page, and let the payer leave.
import { allowLeaving } from './leaving.js'
import { reportHeight } from './shop-messages.js'

reportHeight()
allowLeaving()
