// What the caller asks of the answer's form.
import { string } from '../field-types.ts'
import { group, transient } from '../row.ts'

/** UNMASK asks for clear account numbers; any other value asks for nothing. Part of the call, not of the payment. */
export const responseControls = transient(group({ sensitiveData: transient(string(1, 50)) }))
