import { logs } from '../access.ts'
import { instant, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/** The processes of the portal that send nothing to SAP now, after too many failures in a row; each counts its own. */
export const sapPause = record({
  path: 'sap-pauses',
  name: 'sap-pause',
  title: 'Pauses towards SAP',
  purpose: 'The processes of the portal that send nothing to SAP now, and until when.',
  fields: {
    process: text({ max: 60 }),
    pausedUntil: instant(),
  },
  key: ['process'],
  list: ['process', 'pausedUntil'],
  access: logs,
})
