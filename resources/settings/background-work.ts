import { logs } from '../access.ts'
import { choice, instant, integer, text } from '../define/fields.ts'
import { report } from '../define/report.ts'

const states = ['GIVEN_UP', 'RETRYING', 'HELD', 'DUE'] as const

/** Every kind of work that processes share: those with a status, and jobs, which have a turn instead. */
export const kindNames = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  SAP_MESSAGE: 'Message to SAP',
  SAP_READING: 'Reading from SAP',
  IMPORT: 'Import',
  REPORT_FILE: 'Report file',
  COA_UPLOAD: 'COA upload',
  POD_UPLOAD: 'POD upload',
  EWAY_CALL: 'Call of the e-way portal',
  JOB: 'Job',
} as const
const kinds = Object.keys(kindNames) as (keyof typeof kindNames)[]

/** More than there are kinds: rows of several tables get numbers of their own by it. */
export const MOST_KINDS = 16

/** The kind of a row, and its number in the table of that kind. */
export const workOf = (id: number) => ({ kind: kinds[id % MOST_KINDS], id: Math.floor(id / MOST_KINDS) })

export const placeOf = (kind: string) => (kinds as readonly string[]).indexOf(kind)

const stateNames = { GIVEN_UP: 'Given up', RETRYING: 'Waits for next try', HELD: 'In progress', DUE: 'Due' } as const

/** Everything that the portal does by itself and is not done: whatever its kind, one row each. */
export const backgroundWork = report({
  name: 'background-work',
  path: 'settings/background-work',
  title: 'Background Work',
  purpose: 'Messages, readings, imports, files and jobs that are not done.',
  fields: {
    kind: choice(kinds, { words: { staff: kindNames, buyer: {} } }),
    named: text({ max: 120, label: 'Number or name' }),
    state: choice(states, {
      label: 'Status',
      words: { staff: stateNames, buyer: {} },
      tones: { GIVEN_UP: 'bad', RETRYING: 'wait', HELD: 'go', DUE: 'calm' },
    }),
    since: instant({ optional: true, label: 'Since' }),
    tries: integer({ optional: true, label: 'Tries' }),
    nextTryAt: instant({ optional: true, label: 'Next try' }),
    heldUntil: instant({
      optional: true,
      label: 'Held until',
      hint: 'Another process takes over after this time',
    }),
    heldBy: text({ max: 60, optional: true, label: 'Held by' }),
    error: text({ max: 500, optional: true, label: 'Last error' }),
  },
  display: ['kind', 'named'],
  list: ['kind', 'named', 'state', 'since', 'tries', 'nextTryAt', 'heldUntil', 'error'],
  filters: ['kind', 'state', 'named'],
  groups: ['kind', 'state'],
  search: ['named'],
  sort: ['-state', 'kind', '-since'],
  access: logs,
})
