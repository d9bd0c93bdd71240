import { sourcing } from '../access.ts'
import { cnf } from '../access-control/cnf.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { sbu } from './sbu.ts'
import { state } from './state.ts'
import { usedThisMonth } from './used-this-month.ts'

/** Sourcing step S5: the CnF that serves an SBU in the state of the ship-to. */
export const sbuWiseCnf = resource({
  group: 'masters',
  name: 'sbu-wise-cnf',
  title: 'SBU wise CnF',
  one: 'CnF of an SBU',
  purpose: 'Which CnF serves an SBU in a state.',
  fields: {
    sbuId: reference(sbu),
    stateId: reference(state, { aliases: ['gst_state_code'] }),
    cnfId: reference(cnf),
    ...effectivePeriod(),
  },
  key: ['sbuId', 'stateId'],
  display: ['sbuId', 'stateId'],
  list: ['sbuId', 'stateId', 'cnfId', 'usedThisMonth', 'validFrom', 'validTo'],
  filters: ['sbuId', 'stateId', 'cnfId'],
  computed: { usedThisMonth },
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { sbuId: 'sbuId', stateId: 'stateId' } },
})
