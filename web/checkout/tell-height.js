// Pages that only show something tell the shop's page how high they are, and let the payer leave.
import { allowLeaving } from './leaving.js'
import { tellHeight } from './telling.js'

tellHeight()
allowLeaving()
